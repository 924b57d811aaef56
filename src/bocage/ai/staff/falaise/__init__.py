"""The staff at The Pocket at Falaise, both sides."""

from bocage.ai.staff.falaise.office import FalaiseOffice

__all__ = ["FalaiseOffice"]
