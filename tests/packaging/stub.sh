#!/usr/bin/env bash
# Stands in for every tool of a Mac that build_macos.sh calls. Writes down each call; FAIL_<tool> is how often it fails.
name=$(basename "$0")
printf '%s %s\n' "$name" "$*" >>"$CALLS"

counter="$CALLS.$name"
allowed="FAIL_$name"
if [ -n "${!allowed:-}" ]; then
  echo x >>"$counter"
  if [ "$(grep -c x "$counter")" -le "${!allowed}" ]; then echo "$name: resource busy" >&2; exit 1; fi
fi

make_app() {
  local contents=dist/Mentorscope.app/Contents
  mkdir -p "$contents/MacOS" "$contents/Frameworks/mlx/lib" "$contents/Frameworks/Qt/QtCore.framework/Versions/A" \
    "$contents/Resources/mlx/lib" dist/Mentorscope
  touch "$contents/Frameworks/mlx/lib/libmlx.dylib" "$contents/Frameworks/mlx/core.so" \
    "$contents/Frameworks/Qt/QtCore.framework/Versions/A/QtCore" "$contents/Resources/mlx/lib/mlx.metallib"
  ln -s mlx/lib/libmlx.dylib "$contents/Frameworks/libmlx.dylib"
  [ -n "${NO_KERNELS:-}" ] || {
    ln -s ../../../Resources/mlx/lib/mlx.metallib "$contents/Frameworks/mlx/lib/mlx.metallib"
    ln -s mlx/lib/mlx.metallib "$contents/Frameworks/mlx.metallib"
  }
  # shellcheck disable=SC2016  # the program is to see them, not this script
  printf '#!/bin/sh\necho "self-test $*" >>"%s"\necho "${HIDDEN:-nothing of the shell}"\nexit %s\n' "$CALLS" \
    "${SELF_TEST:-0}" >"$contents/MacOS/Mentorscope"
  chmod +x "$contents/MacOS/Mentorscope"
}

case "$name $*" in
  "uname -s") echo "${SYSTEM:-Darwin}" ;;
  "uname -m") echo "${MACHINE:-arm64}" ;;
  sw_vers*) echo "${MACOS:-14.5}" ;;
  "python -m venv "*) mkdir -p "$3/bin" && cp "$0" "$3/bin/python" ;;
  "python -m PyInstaller "*) make_app ;;
  "python resources/packaging/contents.py "*) exec "$REAL_PYTHON" "$@" ;;
  "xcrun notarytool submit"*) printf 'id: 1\n  status: %s\n' "${VERDICT:-Accepted}" ;;
  "hdiutil create"*) for last; do :; done && echo image >"$last" ;;
  "ditto dist/"*) cp -R "$1" "$2" ;;
esac
