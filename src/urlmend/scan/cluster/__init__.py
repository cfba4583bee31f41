"""The scan on a cluster, with Dask."""
