"""The panes of a comparison, by name."""

from typing import Literal

PaneName = Literal["target", "mentored", "draft"]

#: In the order in which they stand and run. A pane's name is also the mode of its run.
PANES: tuple[PaneName, ...] = ("target", "mentored", "draft")

TITLES: dict[PaneName, str] = {"target": "Target only", "mentored": "Mentored", "draft": "Draft only"}
