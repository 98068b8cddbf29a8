#!/usr/bin/env bash
# Makes .venv with all that the app and its tests need. The Makefile calls it when pyproject.toml has changed.
set -eu
cd "$(dirname "$0")/.."

# shellcheck source=.ci/python.sh
. .ci/python.sh

say() { printf 'setup: %s\n' "$*" >&2; }

make_environment() {
  local python
  if [ -x .venv/bin/python ] && fits .venv/bin/python; then return; fi
  if ! python=$(find_python); then
    say "$NO_PYTHON"
    exit 1
  fi
  say "making .venv with $("$python" --version)"
  rm -rf .venv
  "$python" -m venv .venv
}

install_packages() {
  say "installing packages into .venv, which takes a few minutes the first time"
  .venv/bin/python -m pip install --quiet --disable-pip-version-check --no-input -e '.[dev]'
}

# Qt's wheels bring Qt, but not the system's own graphics and input libraries.
qt_fault() {
  QT_QPA_PLATFORM=offscreen .venv/bin/python -c \
    'from PySide6.QtWidgets import QApplication; QApplication([])' 2>&1 >/dev/null | tail -n 1
  return "${PIPESTATUS[0]}"
}

QT_LIBRARIES="libegl1 libgl1 libopengl0 libxkbcommon0 libdbus-1-3 libfontconfig1 libfreetype6 libglib2.0-0 libx11-6"
QT_ON_A_SCREEN="libxkbcommon-x11-0 libxcb-cursor0 libxcb-icccm4 libxcb-image0 libxcb-keysyms1 libxcb-randr0
  libxcb-render-util0 libxcb-shape0 libxcb-xkb1"

check_qt() {
  local fault
  [ "$(uname -s)" = Linux ] || return 0
  if fault=$(qt_fault); then return; fi
  say "Qt does not start yet ($fault)"
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    say "installing the system libraries that Qt needs"
    apt-get update -qq
    # shellcheck disable=SC2086  # the lists are words
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $QT_LIBRARIES $QT_ON_A_SCREEN >/dev/null
    if fault=$(qt_fault); then return; fi
  fi
  # shellcheck disable=SC2086
  say "Qt cannot start ($fault): install these packages (their names on Debian), then run this again:" $QT_LIBRARIES $QT_ON_A_SCREEN
  exit 1
}

make_environment
install_packages
check_qt
say "ready"
