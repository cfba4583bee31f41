"""Archives to results: work units, worker, pool, results, cluster."""
