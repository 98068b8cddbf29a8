"""What the comparison's settings take over from a sweep: a cell's length and budget, and what its runs depended on."""

from app.models.settings.model import SettingsModel
from engine.sweep.plan import Setting
from engine.sweep.provenance import Header

#: What a cell stands for.
_CELL = ("policy", "draft_length", "tv_budget")
#: Settings that a sweep takes over from the comparison without giving them back.
_OWN = ("tv_budget", "draft_length", "policy", "max_tokens", "ignore_eos")


def take_cell(settings: SettingsModel, setting: Setting) -> bool:
    """Put a cell's length and budget into the two sliders, as one step of undo; False where they stand there."""
    wanted = {name: getattr(setting, name) for name in _CELL}
    if all(settings.value(name) == value for name, value in wanted.items()):
        return False
    settings.undo_stack.beginMacro("cell of the sweep")
    for name, value in wanted.items():
        settings.set(name, value)
    settings.undo_stack.endMacro()
    settings.settle()
    return True


def load_cell(settings: SettingsModel, header: Header, setting: Setting) -> None:
    """Put a cell's length and budget into the two sliders, and in the same step all that its run depended on."""
    settings.undo_stack.beginMacro("cell of the sweep")
    take_sweep(settings, header)
    for name in _CELL:
        settings.set(name, getattr(setting, name))
    settings.undo_stack.endMacro()


def take_sweep(settings: SettingsModel, header: Header) -> None:
    """Prompt, sampling and first seed of a sweep; the comparison's own lengths stay."""
    own = {name: settings.value(name) for name in _OWN}
    request = header.plan.base.replace(mode="mentored", seed=header.plan.seeds[0], **own)
    settings.take(request, "settings of the sweep")
