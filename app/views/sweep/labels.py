"""Where the words beside points go, so that they cover neither points nor lines nor each other."""

from collections.abc import Iterable, Sequence
from itertools import pairwise

from PySide6.QtCore import QLineF, QPointF, QRectF

HIGH = 15.0
POINT = 7.0
#: What a label costs: on another label or out of the picture it is left out; on a point or a line it is moved.
NEVER, ON_POINT, ON_LINE = 1000.0, 40.0, 12.0


def place_labels(
    asked: Sequence[tuple[QPointF, float]],
    points: Sequence[QPointF],
    line: Sequence[QPointF],
    even: float,
    area: QRectF,
    even_width: float,
) -> tuple[list[QRectF | None], QRectF | None]:
    """Boxes for the labels of points, and one for the words of the break-even line.

    Args:
        asked: each label's point and width, the most important first.
        points: all points. line: the corners of the joined line. even: height of the break-even line.
        area: where the plot is; labels may reach over its edges a little.

    Returns:
        A box a label, None where it would cover something; and that of the break-even words, or None.
    """
    lines = [QLineF(a, b) for a, b in pairwise(line)]
    lines.append(QLineF(area.left(), even, area.right(), even))
    bounds = area.adjusted(-14, -14, 20, 6)
    taken: list[QRectF] = []
    boxes: list[QRectF | None] = []
    for point, width in asked:
        others = [other for other in points if other != point]
        best = min(_around(point, width), key=lambda box: _cost(box, others, lines, taken, bounds))
        cost = _cost(best, others, lines, taken, bounds)
        boxes.append(best if cost < ON_POINT else None)
        if cost < ON_POINT:
            taken.append(best)
    own = min(_along(even, even_width, area), key=lambda box: _cost(box, points, lines, taken, bounds))
    return boxes, own if _cost(own, points, lines, taken, bounds) < ON_POINT else None


def _around(point: QPointF, width: float) -> list[QRectF]:
    """Places for a label, the best first: left above, above, right above, left, right, and below."""
    x, y = point.x(), point.y()
    beside = 12.0
    corners = (
        (x - width - beside + 2, y - HIGH - 1),
        (x - width / 2, y - HIGH - 9),
        (x + beside - 2, y - HIGH - 3),
        (x - width - beside, y - HIGH / 2),
        (x + beside, y - HIGH / 2),
        (x + beside - 2, y + 5),
        (x - width - beside + 2, y + 5),
        (x - width / 2, y + 10),
        (x - width / 2 - 26, y - HIGH - 22),
        (x - width / 2 + 26, y - HIGH - 22),
    )
    return [QRectF(left, top, width, HIGH) for left, top in corners]


def _along(even: float, width: float, area: QRectF) -> list[QRectF]:
    """Under the line and over it, from the right end to the left."""
    places = []
    for share in (1.0, 0.75, 0.5, 0.25, 0.0):
        left = area.left() + share * (area.width() - width)
        places += [QRectF(left, even + 3, width, HIGH), QRectF(left, even - HIGH - 3, width, HIGH)]
    return places


def _cost(
    box: QRectF, points: Iterable[QPointF], lines: Iterable[QLineF], taken: Iterable[QRectF], bounds: QRectF
) -> float:
    if not bounds.contains(box) or any(box.adjusted(-4, -1, 4, 1).intersects(other) for other in taken):
        return NEVER
    around = box.adjusted(-POINT, -POINT + 2, POINT, POINT - 2)
    cost = sum(ON_POINT for point in points if around.contains(point))
    return cost + sum(ON_LINE for line in lines if _crosses(box, line))


def _crosses(box: QRectF, line: QLineF) -> bool:
    """Whether an upright or level line touches a box."""
    low_x, high_x = sorted((line.x1(), line.x2()))
    low_y, high_y = sorted((line.y1(), line.y2()))
    inner = box.adjusted(0, 1, 0, -1)
    return inner.left() <= high_x and inner.right() >= low_x and inner.top() <= high_y and inner.bottom() >= low_y
