"""Documents and rules to findings: suppressions, baseline, changed lines."""
