"""A fairness campaign: while one person does the worst they may, another's moves go through.

`python -m tests.fairness` runs it at length and measures; `test_campaign.py` is the short run.
"""
