"""How people see colours: contrast, lightness, three colour visions, and distance.

- Contrast is the ratio of WCAG 2.
- The visions of protanopes, deuteranopes and tritanopes follow Brettel, Viénot and Mollon
  (1997): the missing cone's answer is replaced by the one on the plane through white and
  a light that both kinds of eye see alike. The cones are those of Smith and Pokorny.
- Distance is Euclidean in CAM02-UCS (Luo, Cui, Li 2006) under the sRGB viewing conditions;
  about 1 is the least difference seen side by side, and below 5 nobody should have to rely
  on it.

Colours are written `#rrggbb`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from enum import Enum
from typing import Final

Triple = tuple[float, float, float]
Matrix = tuple[Triple, Triple, Triple]

_XYZ: Final[Matrix] = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
"""CIE XYZ from linear sRGB."""

_CONES: Final[Matrix] = (
    (0.15514, 0.54312, -0.03286),
    (-0.15514, 0.45684, 0.03286),
    (0.0, 0.0, 0.01608),
)
"""Long, middle and short cones from XYZ (Smith and Pokorny 1975)."""

_LIGHTS: Final[dict[int, Triple]] = {
    475: (0.1421, 0.1126, 1.0419),
    575: (0.8425, 0.9154, 0.0018),
    485: (0.05795, 0.1693, 0.6162),
    660: (0.1649, 0.0610, 0.0),
}
"""XYZ of the single-wavelength lights (nm) that dichromats see as others do."""


class Vision(Enum):
    """A way of seeing; the value is the missing cone and the two lights of Brettel."""

    NORMAL = (-1, 0, 0)
    PROTAN = (0, 475, 575)
    DEUTAN = (1, 475, 575)
    TRITAN = (2, 485, 660)


def linear(colour: str) -> Triple:
    """Linear red, green and blue, 0 to 1."""
    if len(colour) != 7 or colour[0] != "#":
        raise ValueError(f"'{colour}' is not a colour; expected #rrggbb")
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    r, g, b = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return r, g, b


def coded(rgb: Triple) -> str:
    """Linear red, green and blue as `#rrggbb`, clipped to what a screen shows."""
    said = "#"
    for part in rgb:
        p = min(1.0, max(0.0, part))
        p = 12.92 * p if p <= 0.0031308 else 1.055 * p ** (1 / 2.4) - 0.055
        said += f"{round(p * 255):02x}"
    return said


def luminance(colour: str) -> float:
    """Relative luminance, 0 to 1."""
    return _dot(_XYZ[1], linear(colour))


def contrast(one: str, other: str) -> float:
    """WCAG contrast ratio, 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def lightness(colour: str) -> float:
    """CIE L*, 0 to 100: what a photocopy keeps."""
    y = luminance(colour)
    return 116 * y ** (1 / 3) - 16 if y > 216 / 24389 else y * 24389 / 27


def grey(colour: str) -> str:
    """Return the grey of the same lightness."""
    y = luminance(colour)
    return coded((y, y, y))


def mixed(under: str, over: str, opacity: float) -> str:
    """Return the colour of one colour over another, mixed as screens mix."""
    parts = (
        round(int(a, 16) * (1 - opacity) + int(b, 16) * opacity)
        for a, b in zip(_pairs(under), _pairs(over), strict=True)
    )
    return "#" + "".join(f"{part:02x}" for part in parts)


def seen(colour: str, vision: Vision) -> str:
    """Return the colour as somebody with this vision sees it."""
    missing, *wavelengths = vision.value
    if missing < 0:
        return colour
    cones = _apply(_product(_CONES, _XYZ), linear(colour))
    white = _apply(_product(_CONES, _XYZ), (1.0, 1.0, 1.0))
    axis = tuple(float(i == missing) for i in range(3))
    border = _cross(white, (axis[0], axis[1], axis[2]))
    lights = [_apply(_CONES, _LIGHTS[nm]) for nm in wavelengths]
    side = _dot(border, cones)
    anchor = next((a for a in lights if _dot(border, a) * side >= 0), lights[0])
    plane = _cross(white, anchor)
    rest = sum(plane[i] * cones[i] for i in range(3) if i != missing)
    now = [-rest / plane[i] if i == missing else cones[i] for i in range(3)]
    return coded(_apply(_inverse(_product(_CONES, _XYZ)), (now[0], now[1], now[2])))


def distance(one: str, other: str, vision: Vision = Vision.NORMAL) -> float:
    """Return the difference between two colours for a person with this vision."""
    return math.dist(_ucs(seen(one, vision)), _ucs(seen(other, vision)))


# --- CIECAM02, forward, average surround, adapting luminance of an sRGB screen -------------

_CAT02: Final[Matrix] = (
    (0.7328, 0.4296, -0.1624),
    (-0.7036, 1.6975, 0.0061),
    (0.0030, 0.0136, 0.9834),
)
_HPE: Final[Matrix] = (
    (0.38971, 0.68898, -0.07868),
    (-0.22981, 1.18340, 0.04641),
    (0.0, 0.0, 1.0),
)
_WHITE: Final[Triple] = (95.047, 100.0, 108.883)
_ADAPTING: Final = 64 / math.pi / 5
_BACKGROUND: Final = 20.0
_F, _C, _NC = 1.0, 0.69, 1.0


def _ucs(colour: str) -> Triple:
    xyz = tuple(100 * part for part in _apply(_XYZ, linear(colour)))
    k = 1 / (5 * _ADAPTING + 1)
    level = 0.2 * k**4 * 5 * _ADAPTING + 0.1 * (1 - k**4) ** 2 * (5 * _ADAPTING) ** (1 / 3)
    n = _BACKGROUND / _WHITE[1]
    ncb = 0.725 * n**-0.2
    z = 1.48 + math.sqrt(n)
    degree = _F * (1 - math.exp((-_ADAPTING - 42) / 92) / 3.6)
    white = _apply(_CAT02, _WHITE)
    gains = [_WHITE[1] * degree / part + 1 - degree for part in white]

    def answer(of: Triple) -> Triple:
        raw = _apply(_CAT02, of)
        adapted = (raw[0] * gains[0], raw[1] * gains[1], raw[2] * gains[2])
        back = _apply(_product(_HPE, _inverse(_CAT02)), adapted)
        r, g, b = (_compressed(part, level) for part in back)
        return r, g, b

    ra, ga, ba = answer((xyz[0], xyz[1], xyz[2]))
    rw, gw, bw = answer(_WHITE)
    a = ra - 12 * ga / 11 + ba / 11
    b = (ra + ga - 2 * ba) / 9
    hue = math.atan2(b, a)
    eccentricity = (math.cos(hue + 2) + 3.8) / 4
    achromatic = (2 * ra + ga + ba / 20 - 0.305) * ncb
    of_white = (2 * rw + gw + bw / 20 - 0.305) * ncb
    j = 100 * (achromatic / of_white) ** (_C * z)
    t = 50000 / 13 * _NC * ncb * eccentricity * math.hypot(a, b) / (ra + ga + 21 * ba / 20)
    chroma = t**0.9 * math.sqrt(j / 100) * (1.64 - 0.29**n) ** 0.73
    m = chroma * level**0.25
    near = math.log(1 + 0.0228 * m) / 0.0228
    return 1.7 * j / (1 + 0.007 * j), near * math.cos(hue), near * math.sin(hue)


def _compressed(part: float, level: float) -> float:
    x = (level * abs(part) / 100) ** 0.42
    return math.copysign(400 * x / (27.13 + x), part) + 0.1


def _pairs(colour: str) -> list[str]:
    return [colour[i : i + 2] for i in (1, 3, 5)]


def _dot(a: Sequence[float], b: Sequence[float]) -> float:
    return sum(x * y for x, y in zip(a, b, strict=True))


def _apply(m: Matrix, v: Triple) -> Triple:
    return _dot(m[0], v), _dot(m[1], v), _dot(m[2], v)


def _product(m: Matrix, n: Matrix) -> Matrix:
    columns = list(zip(*n, strict=True))
    a, b, c = ((_dot(row, columns[0]), _dot(row, columns[1]), _dot(row, columns[2])) for row in m)
    return a, b, c


def _cross(a: Triple, b: Triple) -> Triple:
    return (
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    )


def _inverse(m: Matrix) -> Matrix:
    size = _dot(m[0], _cross(m[1], m[2]))
    x, y, z = _cross(m[1], m[2]), _cross(m[2], m[0]), _cross(m[0], m[1])
    a, b, c = ((x[i] / size, y[i] / size, z[i] / size) for i in range(3))
    return a, b, c
