"""Programs of other authors as players: asked in lines of JSON, and matches between them."""
