"""JSON as it goes over the wire: compact, and quick to make."""

import json

dumps = json.JSONEncoder(separators=(",", ":"), check_circular=False).encode
"""A value's JSON text."""
