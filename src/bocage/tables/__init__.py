"""Data that people write (CSV for spreadsheets, TOML for the rest), read and checked.

Map packs, counters and charts are all read here, so that every fault is reported the same way:
file, row, field, value, and what was expected. All faults are collected before any is raised.
"""

from bocage.tables.faults import DataError, Fault
from bocage.tables.fields import FieldError, Reader
from bocage.tables.files import Table, read_records, read_rows, read_text, read_toml
from bocage.tables.keys import Asker

__all__ = [
    "Asker",
    "DataError",
    "Fault",
    "FieldError",
    "Reader",
    "Table",
    "read_records",
    "read_rows",
    "read_text",
    "read_toml",
]
