"""The field's interfaces, proven by the field's own suites."""
