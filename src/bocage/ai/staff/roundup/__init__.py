"""The staff of Operation Roundup: assessment, plan, execution and account, for both sides."""

from __future__ import annotations

from bocage.ai.staff.roundup.office import RoundupOffice

__all__ = ["RoundupOffice"]
