"""The shell: the only place that locks, loads, stores and publishes tables. It carries out their transitions."""
