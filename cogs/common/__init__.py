"""What commands and clicks share: checks, answers and refusals, autocompletes, options, pools, the audit log."""
