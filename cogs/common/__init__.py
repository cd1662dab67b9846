"""Parts that commands and clicks share: checks, responses, refusals, autocompletes, options, the audit log."""
