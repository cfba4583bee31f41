"""Scans on a Dask cluster."""
