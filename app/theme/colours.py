"""The palette by meaning, light and dark. Contrast ratios are in the design's spec and held by a test."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Colours:
    """One theme's colours, as `#RRGGBB`. Text never takes `draft`, `neutral` or `line`.

    `border` is a control's hairline, `groove` a slider's or scroll bar's track, `well` the ground
    of a segmented control, `knob` a slider's handle.
    """

    window: str
    side: str
    surface: str
    field: str
    line: str
    border: str
    groove: str
    well: str
    knob: str
    grid: str
    text: str
    secondary: str
    dimmed: str
    accent: str
    on_accent: str
    target: str
    draft: str
    draft_mark: str
    output: str
    neutral: str
    relaxed_tint: str
    relaxed_line: str
    resampled_tint: str
    resampled_line: str
    selection: str


LIGHT = Colours(
    window="#F6F6F8",
    side="#EFEFF2",
    surface="#FFFFFF",
    field="#FFFFFF",
    line="#DADADF",
    border="#C9C9D0",
    groove="#D0D0D6",
    well="#E3E3E8",
    knob="#FFFFFF",
    grid="#E6E6EA",
    text="#1C1C1E",
    secondary="#5B5B63",
    dimmed="#74747D",
    accent="#0072B2",
    on_accent="#FFFFFF",
    target="#0072B2",
    draft="#C47C00",
    draft_mark="#B87800",
    output="#3A3A40",
    neutral="#85858E",
    relaxed_tint="#FCE9BF",
    relaxed_line="#8F5E00",
    resampled_tint="#FBD9C6",
    resampled_line="#B34B00",
    selection="#D6E8F5",
)

DARK = Colours(
    window="#1E1E21",
    side="#26262A",
    surface="#18181B",
    field="#2D2D32",
    line="#3A3A40",
    border="#4A4A52",
    groove="#45454C",
    well="#1B1B1E",
    knob="#D9D9DE",
    grid="#2C2C31",
    text="#F1F1F4",
    secondary="#A9A9B3",
    dimmed="#8A8A94",
    accent="#4FA8DC",
    on_accent="#0B1A24",
    target="#5AB4EA",
    draft="#E69F00",
    draft_mark="#E69F00",
    output="#D8D8DE",
    neutral="#85858F",
    relaxed_tint="#4D3A0C",
    relaxed_line="#F0B43C",
    resampled_tint="#5C2C10",
    resampled_line="#FF9050",
    selection="#1D3B50",
)
