"""A player of hand-made judgement: a few weighted features of each play."""
