"""Draws the icon's SVG in every size that macOS asks for: `icon.py Mentorscope.iconset`, then iconutil makes .icns."""

import os
import sys
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtGui import QGuiApplication, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

SOURCE = Path(__file__).resolve().parents[1] / "icon" / "mentorscope.svg"
#: Points; each in one and in two pixels a point.
SIZES = (16, 32, 128, 256, 512)


def draw(source: Path, side: int) -> QImage:
    """The icon, `side` pixels wide and high, on a clear ground."""
    renderer = QSvgRenderer(str(source))
    if not renderer.isValid():
        sys.exit(f"icon: the drawing {source} cannot be read.")
    image = QImage(side, side, QImage.Format.Format_ARGB32)
    image.fill(0)
    painter = QPainter(image)
    renderer.render(painter)
    painter.end()
    return image


def main(folder: Path) -> None:
    """Write the ten pictures of an iconset."""
    QGuiApplication.instance() or QGuiApplication([])
    folder.mkdir(parents=True, exist_ok=True)
    for side in SIZES:
        for scale, ending in ((1, ""), (2, "@2x")):
            file = folder / f"icon_{side}x{side}{ending}.png"
            if not draw(SOURCE, side * scale).save(str(file), "PNG"):
                sys.exit(f"icon: the picture {file} could not be written.")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
