"""What the reference pages have tables of."""
