"""Programs of other authors that play: how they are asked, and matches between them."""
