"""What commands and presses share: checks, answers and refusals, autocompletes, options, pools, the audit log."""
