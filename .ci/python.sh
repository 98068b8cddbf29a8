# Finds a Python for the app's environments. Sourced, with `set -eu`, by setup.sh and build_macos.sh.
# shellcheck shell=bash

NO_PYTHON="no fitting Python was found: install Python 3.11, 3.12 or 3.13 (on a Mac with Apple silicon the arm64 build; on Debian python3-venv too), then run this again."

# A Python fits if it runs, is 3.11 or newer, can make an environment, and is of the machine's own kind.
fits() {
  "$1" - >/dev/null 2>&1 <<'PY'
import ensurepip, platform, sys, venv
fits = sys.version_info >= (3, 11) and sys.implementation.name == "cpython"
if sys.platform == "darwin":
    fits = fits and platform.machine() == "arm64"
sys.exit(not fits)
PY
}

find_python() {
  local name folder
  for name in ${PYTHON:-} python3.13 python3.12 python3.11 python3 python; do
    if command -v "$name" >/dev/null 2>&1 && fits "$name"; then command -v "$name"; return; fi
  done
  for name in 3.13 3.12 3.11; do
    for folder in /opt/homebrew/bin /usr/local/bin "/Library/Frameworks/Python.framework/Versions/$name/bin"; do
      if [ -x "$folder/python$name" ] && fits "$folder/python$name"; then echo "$folder/python$name"; return; fi
    done
  done
  return 1
}
