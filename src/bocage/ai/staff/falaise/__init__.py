"""The staff at The Pocket at Falaise, both sides."""

from __future__ import annotations

from bocage.ai.staff.falaise.office import FalaiseOffice

__all__ = ["FalaiseOffice"]
