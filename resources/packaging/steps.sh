# The steps of build_macos.sh. Sourced by it, with `set -eu -o pipefail`, in the checkout's root. Bash 3.2, as on a Mac.
# shellcheck shell=bash

WORK=build/macos
LOGS="$WORK/log"
APP=dist/Mentorscope.app
ENVIRONMENT="$WORK/env/bin/python"
#: Wheels for newer systems fail on this one, so none of them is taken.
WHEELS_FOR=macosx_14_0_arm64
TRIES=5
PAUSE_S="${BUILD_PAUSE_S:-3}"

say() { printf 'build_macos: %s\n' "$*" >&2; }
refuse() { say "$*"; exit 2; }

# Runs one step with its output in a log; says which step failed, and with which words.
step() {
  local name="$1" log status=0
  shift
  log="$LOGS/$(log_name "$@").log"
  mkdir -p "$LOGS"
  say "$name …"
  # A subshell of its own: inside `||` the shell would go on after a failed command.
  set +e
  (set -eu -o pipefail; "$@") >"$log" 2>&1
  status=$?
  set -e
  if [ "$status" != 0 ]; then
    say "could not $name: $(reason "$log" "$status")"
    say "all that it said is in $log"
    exit 1
  fi
}

log_name() {
  if [ "$1" = retry ]; then shift; fi
  echo "${1##*/}" | tr -c 'a-z_\n' '_'
}

# The last line that says something.
reason() {
  grep -v '^[[:space:]]*$' "$1" | tail -n 1 | grep . || echo "it ended with $2 and said nothing"
}

# Another program may hold a file for a moment (“resource busy”, a timestamp server that does not answer).
retry() {
  local try=1
  until "$@"; do
    if [ "$try" -ge "$TRIES" ]; then echo "failed $TRIES times: $*" >&2; return 1; fi
    try=$((try + 1))
    sleep "$PAUSE_S"
  done
}

check_machine() {
  local tool
  [ "$(uname -s)" = Darwin ] || refuse "the app is built on a Mac, and this is $(uname -s): run it on one with Apple silicon."
  [ "$(uname -m)" = arm64 ] || refuse "the app is for Apple silicon, and this Mac is $(uname -m)."
  [ "$(sw_vers -productVersion | cut -d. -f1)" -ge 14 ] || refuse "macOS 14 or newer is needed, and this is $(sw_vers -productVersion)."
  for tool in codesign iconutil hdiutil ditto xcrun; do
    command -v "$tool" >/dev/null 2>&1 || refuse "$tool is missing: run xcode-select --install, then this again."
  done
}

make_environment() {
  local python kept="$WORK/env/made_for.toml"
  if [ -x "$ENVIRONMENT" ] && cmp -s pyproject.toml "$kept"; then
    echo "kept, as pyproject.toml has not changed"
    return
  fi
  python=$(find_python) || { echo "$NO_PYTHON" >&2; return 1; }
  rm -rf "$WORK/env" "$WORK/wheels"
  "$python" -m venv "$WORK/env"
  "$ENVIRONMENT" resources/packaging/contents.py requirements >"$WORK/requirements.txt"
  "$ENVIRONMENT" -m pip download --disable-pip-version-check --no-input --only-binary=:all: --platform "$WHEELS_FOR" \
    --dest "$WORK/wheels" --requirement "$WORK/requirements.txt"
  "$ENVIRONMENT" -m pip install --disable-pip-version-check --no-input --no-index --find-links "$WORK/wheels" \
    --requirement "$WORK/requirements.txt"
  # The app itself, for its name and version; what is packaged comes from the checkout.
  "$ENVIRONMENT" -m pip install --disable-pip-version-check --no-input --no-index --no-deps --no-build-isolation .
  cp pyproject.toml "$kept"
}

draw_icon() {
  rm -rf "$WORK/Mentorscope.iconset"
  "$ENVIRONMENT" resources/packaging/icon.py "$WORK/Mentorscope.iconset"
  iconutil -c icns -o "$WORK/Mentorscope.icns" "$WORK/Mentorscope.iconset"
}

build_app() {
  rm -rf dist/Mentorscope "$APP" "$WORK/work"
  rm -f dist/Mentorscope-*.dmg
  MACOSX_DEPLOYMENT_TARGET=14.0 "$ENVIRONMENT" -m PyInstaller --noconfirm --distpath dist --workpath "$WORK/work" \
    resources/packaging/mentorscope.spec
  rm -rf dist/Mentorscope
  [ -d "$APP" ] || { echo "PyInstaller ended without an app" >&2; return 1; }
}

# MLX looks for its kernels beside the library that was loaded, under whatever name.
check_kernels() {
  local library found=0
  while IFS= read -r library; do
    found=1
    [ -e "$(dirname "$library")/mlx.metallib" ] || { echo "there is no mlx.metallib beside $library" >&2; return 1; }
  done < <(find "$APP/Contents" -name libmlx.dylib)
  [ "$found" = 1 ] || { echo "there is no libmlx.dylib in the app" >&2; return 1; }
}

# Signs one thing; what follows it are more options for a Developer ID.
sign() {
  local item="$1"
  shift
  if [ "$SIGN" = "-" ]; then
    retry codesign --force --sign - "$item"
  else
    retry codesign --force --timestamp --options runtime --sign "$SIGN" "$@" "$item"
  fi
}

# From the inside out: libraries, then frameworks, then the program with the whole.
sign_app() {
  local inner="$APP/Contents/Frameworks"
  retry xattr -cr "$APP"
  { find "$inner" -type f \( -name '*.dylib' -o -name '*.so' -o -perm -u+x \) ! -path '*.framework/*' | deepest_first
    find "$inner" -type d -name '*.framework' | deepest_first; } >"$WORK/inner.txt"
  while IFS= read -r item; do sign "$item"; done <"$WORK/inner.txt"
  sign "$APP" --entitlements resources/packaging/entitlements.plist
}

deepest_first() { awk -F/ '{ print NF "\t" $0 }' | sort -rn | cut -f2-; }

notarise_app() {
  local zip="$WORK/Mentorscope.zip"
  rm -f "$zip"
  retry ditto -c -k --keepParent "$APP" "$zip"
  xcrun notarytool submit "$zip" --keychain-profile "$NOTARIZE" --wait | tee "$WORK/notarisation.txt"
  grep -q 'status: Accepted' "$WORK/notarisation.txt" || {
    echo "Apple did not accept it: xcrun notarytool log ID --keychain-profile $NOTARIZE says why" >&2
    return 1
  }
}

verify_app() {
  codesign --verify --deep --strict --verbose=2 "$APP"
  if [ -n "$NOTARIZE" ]; then
    xcrun stapler validate "$APP"
    spctl --assess --type execute --verbose=2 "$APP"
  fi
}

# As from the Finder: nothing of this shell's environment, and no network is needed.
test_app() {
  env -i HOME="$HOME" PATH=/usr/bin:/bin "$APP/Contents/MacOS/Mentorscope" self-test
}

make_image() {
  local folder="$WORK/image"
  rm -rf "$folder" "$DMG"
  mkdir -p "$folder"
  ditto "$APP" "$folder/Mentorscope.app"
  ln -s /Applications "$folder/Applications"
  retry hdiutil create -volname Mentorscope -srcfolder "$folder" -fs HFS+ -format UDZO -ov "$DMG"
  rm -rf "$folder"
}

count_sizes() {
  "$ENVIRONMENT" resources/packaging/contents.py sizes "$APP"
  du -m "$DMG" | awk '{ print "disk image", $1, "MB" }'
}
