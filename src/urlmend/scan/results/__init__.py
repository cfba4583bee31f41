"""Results of scans: a database of URLs and findings (`schema.sql`), a dataset, and exports to other formats."""
