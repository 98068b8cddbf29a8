"""What the Help window says."""

SUBTITLE = (
    "A small draft proposes a few tokens, a large target checks them in one go. "
    "The TV budget says how far each output token may lean to the draft."
)
SLIDERS = (
    (
        "TV budget",
        "0 is lossless: the target’s own law. 1 is the draft’s own. Between them the law of each token may lie up to "
        "so much TV distance from the target’s. More budget keeps more drafted tokens, which is faster. The marks over "
        "the slider are the budgets at which a token of this run changes; while you drag, a flag shows the first one.",
    ),
    (
        "Draft length",
        "Tokens that the draft proposes a round. Longer rounds pay while drafts are kept, and cost while they are "
        "refused. The policy keeps the length fixed, or moves it from round to round.",
    ),
    (
        "Draws",
        "Shared: one noise for each seed and position, so that whatever differs from target only is caused by the "
        "budget. Independent, as in the source: the panes draw separately, so a difference may be chance.",
    ),
)
#: Field of `Colours`, and what has that colour.
HUES = (
    ("target", "Blue is the target, and whatever is chosen."),
    ("draft", "Orange is the draft and the spent budget."),
    ("output", "Ink is what came out."),
)
#: A sign in the text, and what it means.
SIGNS = (
    ("◆", "First token at which the panes differ."),
    ("⚑", "First token that another budget changes."),
    ("≈", "Predicted from the run that is shown; nothing has run."),
)
NOT_SAID = (
    (
        "A budget is not a measure of meaning.",
        "It bounds a distance between probabilities. A small one can change a name, a large one nothing that you would "
        "notice. Read the texts.",
    ),
    (
        "A speed is that of one run here.",
        "Other prompts, machines and minutes give others. Compare only with target only of the same run; the first "
        "run after a start is slower.",
    ),
    (
        "Spent budget does not add up to a whole.",
        "It is told token by token, and as a mean; no bound for the whole text follows from it.",
    ),
    (
        "The same seed is no promise between machines.",
        "Kernels round differently, and one near-tie changes all that follows.",
    ),
    ("Accepted is no grade.", "It counts drafted tokens that are shown, of all that were drafted."),
)
SLIDER_KEYS = "On a slider: arrows 0.01 TV or one token, with Shift 0.10 TV or four tokens."
TEXT_KEYS = (
    "In a text: ← and → move by token, with ⌥ to the next relaxed one; Return goes on from it. "
    "In a race: Space pauses, Esc ends it."
)
ABOUT = (
    "See and feel the trade that lossy speculative decoding makes: a small draft writes, a large target checks, and "
    "the TV budget says how far the text may lean to the draft. Works without a network."
)
