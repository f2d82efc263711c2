"""How strong bots are: rounds between compiled ones, by the thousand."""
