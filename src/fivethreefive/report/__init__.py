"""Reports as pages that need nothing else: no script, no font and no picture from anywhere."""
