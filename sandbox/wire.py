"""JSON as it is sent and received."""

import json
from typing import Any

Json = dict[str, Any]

dumps = json.JSONEncoder(separators=(",", ":"), check_circular=False).encode
"""A value's compact JSON text."""
