"""Prompts to begin with: two names, two roles, a place, an object, an event, a tone."""

from dataclasses import dataclass

from app.models.settings.fields import DEFAULT_PROMPT


@dataclass(frozen=True, slots=True)
class Preset:
    """A prompt with a short name."""

    name: str
    prompt: str


PRESETS: tuple[Preset, ...] = (
    Preset("Moon greenhouse", DEFAULT_PROMPT),
    Preset(
        "Lighthouse",
        "Tomas the keeper and Wren the sailor climb a lighthouse on a cliff "
        "and find a brass key on the night of a storm. Make it brave.",
    ),
    Preset(
        "Night train",
        "Nadia the baker and Otis the conductor ride a night train through the mountains "
        "and find a music box when the lights go out. Make it cosy.",
    ),
    Preset(
        "Clockmaker",
        "Elio the clockmaker and June the messenger visit a clock tower in the old town "
        "and mend a silver bell before the festival. Make it warm.",
    ),
    Preset(
        "Coral library",
        "Sana the diver and Pim the librarian explore a library under the sea "
        "and open a glass book during an earthquake. Make it wondrous.",
    ),
    Preset(
        "Snow market",
        "Greta the shepherd and Anton the painter walk to a market in the snow "
        "and lose a red lantern on the longest night. Make it gentle.",
    ),
)

#: What the list says of a prompt that is none of these.
OWN = "Your own"


def preset_of(prompt: str) -> Preset | None:
    """The preset whose text this is, or None."""
    return next((preset for preset in PRESETS if preset.prompt == prompt), None)
