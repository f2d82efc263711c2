"""Every figure that the manual gives, measured again by `make bench`."""
