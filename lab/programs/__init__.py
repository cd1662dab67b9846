"""Programs of other authors: as players in matches, and as engines that are tried with scenarios."""
