"""Benchmarks, each beside the figures of its peers. Times are reported, never asserted."""
