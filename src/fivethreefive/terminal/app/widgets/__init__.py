"""What a screen is made of, drawn on canvases."""
