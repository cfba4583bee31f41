"""What a scan has found, for people: a summary in plain text, and a page of HTML that needs nothing else."""
