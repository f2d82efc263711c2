"""Every figure that the README gives, measured again by `make bench`."""
