"""build_macos.sh: its arguments, and a rehearsal of the whole chain with stand-ins for a Mac's tools."""

import os
import shutil
import stat
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.packaging.parts import ROOT

SCRIPT = ROOT / "build_macos.sh"
TOOLS = ("uname", "sw_vers", "codesign", "iconutil", "hdiutil", "ditto", "xcrun", "spctl", "xattr", "python")
SCRIPTS = ("build_macos.sh", ".ci/setup.sh", ".ci/run", "tests/packaging/stub.sh")
IDENTITY = "Developer ID Application: Somebody (ABCDE12345)"


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([str(SCRIPT), *arguments], capture_output=True, text=True, timeout=30)


def refusal(done: subprocess.CompletedProcess[str]) -> str:
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("build_macos: ") and done.stderr.count("\n") == 1
    return done.stderr


def test_help() -> None:
    done = run("--help")
    assert (done.returncode, done.stderr) == (0, "")
    for word in ("--sign IDENTITY", "--notarize PROFILE", "ad hoc", "build/macos/log"):
        assert word in done.stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--frob"], "no option '--frob'"),
        (["now"], "no option 'now'"),
        (["--sign"], "--sign needs an identity"),
        (["--sign", "x", "--notarize"], "--notarize needs the name"),
        (["--notarize", "x"], "needs --sign too"),
    ],
)
def test_what_cannot_be_meant(arguments: list[str], words: str) -> None:
    assert words in refusal(run(*arguments))


@pytest.mark.skipif(sys.platform == "darwin", reason="on a Mac it would build")
def test_elsewhere_than_on_a_mac() -> None:
    assert "is built on a Mac" in refusal(run())


@pytest.mark.parametrize("name", SCRIPTS)
def test_the_shell_scripts_are_clean(name: str) -> None:
    assert (ROOT / name).stat().st_mode & stat.S_IXUSR
    subprocess.run(["bash", "-n", str(ROOT / name)], check=True)
    shellcheck = shutil.which("shellcheck", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    if shellcheck is None:
        pytest.skip("shellcheck is not installed")
    done = subprocess.run([shellcheck, "-x", name], capture_output=True, text=True, cwd=ROOT)
    assert done.stdout == ""


@dataclass
class Rehearsal:
    """A copy of what the script needs, with stand-ins first on the path."""

    folder: Path

    def __call__(self, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        """Run the script; tools behave as the environment says."""
        for file in self.folder.glob("calls*"):
            file.unlink()
        names = {
            "PATH": f"{self.folder / 'tools'}:/usr/bin:/bin",
            "HOME": str(self.folder),
            "CALLS": str(self.folder / "calls"),
            "PYTHON": "python",
            "REAL_PYTHON": sys.executable,
            "BUILD_PAUSE_S": "0",
        }
        script = [str(self.folder / "checkout" / "build_macos.sh"), *arguments]
        return subprocess.run(script, capture_output=True, text=True, timeout=60, env=names | environment)

    @property
    def calls(self) -> list[str]:
        """What was called, in order, with what."""
        return (self.folder / "calls").read_text().splitlines()

    def places(self, *words: str) -> list[int]:
        """Where the first call with each of these words stands."""
        return [next(i for i, call in enumerate(self.calls) if word in call) for word in words]


@pytest.fixture
def rehearse(tmp_path: Path) -> Rehearsal:
    checkout, tools = tmp_path / "checkout", tmp_path / "tools"
    for name in ("build_macos.sh", "pyproject.toml", ".ci", "resources/packaging", "resources/icon"):
        source, goal = ROOT / name, checkout / name
        goal.parent.mkdir(parents=True, exist_ok=True)
        shutil.copytree(source, goal) if source.is_dir() else shutil.copy2(source, goal)
    tools.mkdir()
    for tool in TOOLS:
        shutil.copy2(ROOT / "tests/packaging/stub.sh", tools / tool)
    return Rehearsal(tmp_path)


def test_ad_hoc_by_default_and_again(rehearse: Rehearsal) -> None:
    done = rehearse()
    assert done.returncode == 0, done.stderr
    assert "MB  in all" in done.stdout and "nothing of the shell" in done.stdout
    assert "approve the first launch" in done.stderr
    signed = [call for call in rehearse.calls if call.startswith("codesign --force")]
    assert signed and all("--sign - " in call and "runtime" not in call for call in signed)
    assert not any("notarytool" in call or "spctl" in call for call in rehearse.calls)
    downloads = [call for call in rehearse.calls if "pip download" in call]
    assert len(downloads) == 1 and "--platform macosx_14_0_arm64" in downloads[0]
    assert "--only-binary=:all:" in downloads[0]
    again = rehearse()
    assert again.returncode == 0, again.stderr
    assert not any("pip" in call for call in rehearse.calls), "packages are kept"
    dist = rehearse.folder / "checkout" / "dist"
    assert sorted(path.suffix for path in dist.iterdir()) == [".app", ".dmg"]


def test_the_full_chain_in_its_order(rehearse: Rehearsal) -> None:
    done = rehearse("--sign", IDENTITY, "--notarize", "somebody", HIDDEN="something of the shell")
    assert done.returncode == 0, done.stderr
    assert "nothing of the shell" in done.stdout, "the packaged program must not see this shell's environment"
    order = rehearse.places(
        "PyInstaller",
        "mlx/lib/libmlx.dylib",
        "mlx/core.so",
        "QtCore.framework",
        "entitlements.plist dist/Mentorscope.app",
        "ditto -c -k --keepParent",
        "notarytool submit",
        "stapler staple",
        "codesign --verify --deep --strict",
        "self-test self-test",
        "hdiutil create",
        ".dmg",
    )
    assert order == sorted(order)
    signed = [call for call in rehearse.calls if call.startswith("codesign --force")]
    assert all(IDENTITY in call and "--timestamp" in call for call in signed)
    assert signed[-1].endswith(".dmg") and "runtime" not in signed[-1]
    assert all("--options runtime" in call for call in signed[:-1])
    assert [("entitlements" in call) for call in signed[:-1]] == [False] * (len(signed) - 2) + [True]
    assert "--keychain-profile somebody --wait" in "\n".join(rehearse.calls)
    image = rehearse.folder / "checkout" / "build" / "macos" / "image"
    assert not image.exists()


def test_a_busy_resource_is_tried_again(rehearse: Rehearsal) -> None:
    done = rehearse(FAIL_hdiutil="4", FAIL_codesign="2")
    assert done.returncode == 0, done.stderr
    assert sum(call.startswith("hdiutil create") for call in rehearse.calls) == 5


@pytest.mark.parametrize(
    ("arguments", "environment", "words"),
    [
        ([], {"FAIL_hdiutil": "9"}, "could not make the disk image: failed 5 times: hdiutil create"),
        ([], {"FAIL_codesign": "99"}, "could not sign the app: failed 5 times: codesign"),
        ([], {"FAIL_iconutil": "1"}, "could not draw the icon: iconutil: resource busy"),
        ([], {"NO_KERNELS": "1"}, "could not look for the kernels: there is no mlx.metallib beside"),
        ([], {"SELF_TEST": "1"}, "could not run the app's self-test: nothing of the shell"),
        (["--sign", "x", "--notarize", "y"], {"VERDICT": "Invalid"}, "Apple did not accept it"),
        (["--sign", "x", "--notarize", "y"], {"FAIL_spctl": "1"}, "could not verify the signature: spctl"),
    ],
)
def test_a_failing_step_says_which_and_why(
    rehearse: Rehearsal, arguments: list[str], environment: dict[str, str], words: str
) -> None:
    done = rehearse(*arguments, **environment)
    assert done.returncode == 1 and done.stdout == ""
    assert words in done.stderr and done.stderr.splitlines()[-1].endswith(".log")


@pytest.mark.parametrize(
    ("environment", "words"),
    [
        ({"SYSTEM": "Linux"}, "this is Linux"),
        ({"MACHINE": "x86_64"}, "this Mac is x86_64"),
        ({"MACOS": "13.6.1"}, "this is 13.6.1"),
    ],
)
def test_a_machine_that_does_not_fit(rehearse: Rehearsal, environment: dict[str, str], words: str) -> None:
    assert words in refusal(rehearse(**environment))


def test_a_missing_tool_is_named(rehearse: Rehearsal) -> None:
    (rehearse.folder / "tools" / "iconutil").unlink()
    assert "iconutil is missing: run xcode-select" in refusal(rehearse())
