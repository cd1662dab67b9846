"""What commands and buttons share: the interaction, refusals, command wording, variants, the audit log."""
