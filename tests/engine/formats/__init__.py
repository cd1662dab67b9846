"""Tests of formats: records, digests, scenarios, the referee, and the texts of refusals."""
