"""Order sheets (5.1): reading them from files, understanding them, asking back in plain words."""

from bocage.games.opcom.sheets.lines import Line, Problem, Question, Understood
from bocage.games.opcom.sheets.reading import (
    SheetError,
    read_sheet,
    sheet_from_text,
    sheet_text,
)
from bocage.games.opcom.sheets.understanding import understand

__all__ = [
    "Line",
    "Problem",
    "Question",
    "SheetError",
    "Understood",
    "read_sheet",
    "sheet_from_text",
    "sheet_text",
    "understand",
]
