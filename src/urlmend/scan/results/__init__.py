"""Results of scans: a database of URLs and findings (`schema.sql`), and other formats made of it."""
