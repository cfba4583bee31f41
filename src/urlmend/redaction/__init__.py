"""Secret forms and how they are hidden."""
