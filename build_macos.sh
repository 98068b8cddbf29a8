#!/usr/bin/env bash
# From a clean checkout on Apple silicon to dist/Mentorscope.app and a disk image. `./build_macos.sh --help` says more.
set -eu -o pipefail
cd "$(dirname "$0")"

# shellcheck source=.ci/python.sh
. .ci/python.sh
# shellcheck source=resources/packaging/steps.sh
. resources/packaging/steps.sh

usage() {
  cat <<'TEXT'
Builds dist/Mentorscope.app and dist/Mentorscope-VERSION.dmg: offline, with the bundled pair inside.

  ./build_macos.sh                     sign ad hoc: runs here; elsewhere the first launch has to be approved
  ./build_macos.sh --sign IDENTITY     sign with a Developer ID of the keychain, with the hardened runtime
  ./build_macos.sh --sign IDENTITY --notarize PROFILE
                                       also notarise with a profile that `xcrun notarytool store-credentials` kept

  --help      this text

Needs a Mac with Apple silicon, macOS 14 or newer, Xcode's command line tools, Python 3.11 to 3.13 (or PYTHON=…), and a
network for the packages the first time. Running it again starts anew, and keeps the packages unless pyproject.toml
has changed. Logs of every step are in build/macos/log.
TEXT
}

SIGN="-"
NOTARIZE=""
while [ $# -gt 0 ]; do
  case "$1" in
    -h | --help) usage; exit 0 ;;
    --sign) [ -n "${2:-}" ] || refuse "--sign needs an identity: security find-identity -v -p codesigning lists them."
      SIGN="$2"; shift 2 ;;
    --notarize) [ -n "${2:-}" ] || refuse "--notarize needs the name of a profile that notarytool has kept."
      NOTARIZE="$2"; shift 2 ;;
    *) refuse "there is no option '$1': --help lists what there is." ;;
  esac
done
if [ -n "$NOTARIZE" ] && [ "$SIGN" = "-" ]; then
  refuse "--notarize needs --sign too: Apple notarises only what a Developer ID has signed."
fi

check_machine
step "make the environment" make_environment
VERSION=$("$ENVIRONMENT" resources/packaging/contents.py version)
DMG="dist/Mentorscope-$VERSION.dmg"
step "draw the icon" draw_icon
step "build the app" build_app
step "look for the kernels" check_kernels
step "sign the app" sign_app
if [ -n "$NOTARIZE" ]; then
  step "notarise the app" notarise_app
  step "staple the ticket" retry xcrun stapler staple "$APP"
fi
step "verify the signature" verify_app
step "run the app's self-test" test_app
step "make the disk image" make_image
if [ "$SIGN" != "-" ]; then
  step "sign the disk image" retry codesign --force --timestamp --sign "$SIGN" "$DMG"
fi
step "count the sizes" count_sizes
cat "$LOGS/count_sizes.log" "$LOGS/test_app.log"
say "made $APP and $DMG"
[ "$SIGN" != "-" ] || say "signed ad hoc: on another Mac, approve the first launch under System Settings → Privacy & Security."
