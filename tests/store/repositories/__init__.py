"""The repositories, the same tests on both engines."""
