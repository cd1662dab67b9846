"""Programs of other authors as players: how they are asked, and matches between them."""
