"""Conformance: whether a program plays by the rules, tried with scenarios."""
