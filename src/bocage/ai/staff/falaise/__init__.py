"""The staff for both sides of The Pocket at Falaise."""

from __future__ import annotations

from bocage.ai.staff.falaise.office import FalaiseOffice

__all__ = ["FalaiseOffice"]
