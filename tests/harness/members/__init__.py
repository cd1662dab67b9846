"""Members of tests: some play by script or at random, others click whatever they see."""
