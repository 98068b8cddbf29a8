"""What goes into the packaged app: its Info.plist, entitlements, icon, and what is pruned."""

import plistlib
from pathlib import Path, PurePosixPath

import pytest
from PySide6.QtGui import QGuiApplication, QImage

from engine import __version__
from engine.runfile import SUFFIX
from tests.packaging.parts import FOLDER, part

contents = part("contents")


def test_the_info_plist_says_what_the_system_asks() -> None:
    version = contents.project()["version"]
    plist = plistlib.loads(plistlib.dumps(contents.info_plist(version)))
    assert version == __version__ == plist["CFBundleShortVersionString"] == plist["CFBundleVersion"]
    assert plist["CFBundleIdentifier"].count(".") == 2 and plist["CFBundleName"] == "Mentorscope"
    assert plist["LSMinimumSystemVersion"] == "14.0" and plist["LSApplicationCategoryType"].startswith("public.")
    assert plist["NSHighResolutionCapable"] is True and plist["NSRequiresAquaSystemAppearance"] is False
    assert plist["NSPrincipalClass"] == "NSApplication"


def test_runs_are_documents_of_the_app() -> None:
    plist = contents.info_plist("1.0")
    (document,), (declared,) = plist["CFBundleDocumentTypes"], plist["UTExportedTypeDeclarations"]
    assert document["LSItemContentTypes"] == [declared["UTTypeIdentifier"]]
    assert declared["UTTypeTagSpecification"]["public.filename-extension"] == [SUFFIX.removeprefix(".")]
    assert declared["UTTypeIdentifier"].startswith(plist["CFBundleIdentifier"])


def test_one_entitlement_and_no_more() -> None:
    with (FOLDER / "entitlements.plist").open("rb") as file:
        assert plistlib.load(file) == {"com.apple.security.cs.allow-unsigned-executable-memory": True}


def test_the_icon_has_every_size_and_the_apps_colours(tmp_path: Path, qapp: QGuiApplication) -> None:
    icon = part("icon")
    icon.main(tmp_path / "it.iconset")
    pictures = {path.name: QImage(str(path)) for path in (tmp_path / "it.iconset").iterdir()}
    assert len(pictures) == 10
    for name, picture in pictures.items():
        points, _, scale = name.removeprefix("icon_").removesuffix(".png").partition("@")
        side = int(points.split("x")[0]) * (2 if scale else 1)
        assert (picture.width(), picture.height()) == (side, side)
    large = pictures["icon_512x512@2x.png"]
    seen = {large.pixelColor(x, y).name().upper() for x in range(0, 1024, 8) for y in range(0, 1024, 8)}
    assert {"#0072B2", "#E69F00", "#1C1C1E"} <= seen
    assert large.pixelColor(2, 2).alpha() == 0


PLUGINS = "PySide6/Qt/plugins"


@pytest.mark.parametrize(
    "name",
    [
        "mlx/lib/libmlx.dylib",
        "mlx/lib/mlx.metallib",
        "libmlx.dylib",
        "PySide6/QtWidgets.abi3.so",
        "PySide6/Qt/lib/QtCore.framework/Versions/A/QtCore",
        "PySide6/Qt/lib/QtDBus.framework/Versions/A/Resources/Info.plist",
        "PySide6/Qt/lib/libQt6Gui.so.6",
        "PySide6/Qt/lib/libicudata.so.73",
        "QtCore",
        f"{PLUGINS}/platforms/libqcocoa.dylib",
        f"{PLUGINS}/platforms/libqoffscreen.dylib",
        f"{PLUGINS}/platforms/libqxcb.so",
        f"{PLUGINS}/platforminputcontexts/libibusplatforminputcontextplugin.so",
        "PySide6/libpyside6.abi3.so.6.11",
        "mlx-0.32.4.dist-info/METADATA",
        "mlx-0.32.4.dist-info/licenses/LICENSE",
        "resources/models/storypair/target/model.safetensors",
    ],
)
def test_what_is_used_stays(name: str) -> None:
    assert contents.stays(name)


@pytest.mark.parametrize(
    "name",
    [
        "PySide6/QtNetwork.abi3.so",
        "PySide6/Qt/lib/QtQuick.framework/Versions/A/QtQuick",
        "PySide6/Qt/lib/QtQml.framework/Versions/A/Resources/Info.plist",
        "PySide6/Qt/lib/libQt6Pdf.so.6",
        "QtQml",
        "libQt6Network.so.6",
        "libgtk-3.so.0",
        "libcairo-gobject.so.2",
        f"{PLUGINS}/platforms/libqvnc.so",
        f"{PLUGINS}/platforms/libqminimal.dylib",
        f"{PLUGINS}/imageformats/libqjpeg.dylib",
        f"{PLUGINS}/tls/libqopensslbackend.so",
        f"{PLUGINS}/platforminputcontexts/libqtvirtualkeyboardplugin.so",
        "PySide6/Qt/translations/qtbase_de.qm",
        "mentorscope-0.1.0.dist-info/direct_url.json",
        "mentorscope-0.1.0.dist-info/RECORD",
    ],
)
def test_what_is_not_used_goes(name: str) -> None:
    assert not contents.stays(name)


@pytest.mark.parametrize(
    ("name", "stays"),
    [
        ("__init__.py", True),
        ("tokenization_utils_base.py", True),
        ("convert_slow_tokenizer.py", True),
        ("modeling_rope_utils.py", True),
        ("models/__init__.py", True),
        ("models/auto/tokenization_auto.py", True),
        ("models/qwen2/tokenization_qwen2.py", True),
        ("models/qwen2/configuration_qwen2.py", True),
        ("models/qwen2/modeling_qwen2.py", False),
        ("models/qwen2/convert_weights.py", False),
        ("modeling_utils.py", False),
        ("trainer.py", False),
        ("pipelines/base.py", False),
    ],
)
def test_of_transformers_only_tokenizers_and_configurations_stay(name: str, stays: bool) -> None:
    assert contents.tokenizes(PurePosixPath(name)) is stays


def test_metadata_goes_with_what_is_bundled() -> None:
    used = contents.distributions_of(["yaml/_yaml.so", "mlx.core", "numpy"])
    assert {"pyyaml", "mlx", "numpy", "mentorscope"} <= used and "pytest" not in used
    assert contents.is_of("PyYAML-6.0.dist-info/METADATA", used) and contents.is_of("resources/fonts/OFL.txt", used)
    assert not contents.is_of("pytest-9.0.dist-info/METADATA", used)


def test_sizes_by_part_and_the_bound(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, size in {
        "Contents/MacOS/Mentorscope": 100,
        "Contents/Frameworks/mlx/lib/libmlx.dylib": 3000,
        "Contents/Resources/mlx/lib/mlx.metallib": 4000,
        "Contents/Resources/mlx-0.3.dist-info/METADATA": 50,
        "Contents/Frameworks/numpy__dot__libs/x.dylib": 10,
    }.items():
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(b"x" * size)
    (tmp_path / "Contents/Frameworks/mlx/lib/mlx.metallib").symlink_to("../../../Resources/mlx/lib/mlx.metallib")
    assert contents.sizes(tmp_path) == {"mlx": 7000, "program and Python": 100, "metadata": 50, "numpy": 10}
    assert contents.tell_sizes(tmp_path) == 0
    contents.MOST_BYTES = dict.fromkeys(contents.MOST_BYTES, 5000)
    assert contents.tell_sizes(tmp_path) == 1
    assert "came in unasked" in capsys.readouterr().out


def test_what_the_shell_asks(capsys: pytest.CaptureFixture[str]) -> None:
    assert contents.main("requirements") == 0
    listed = capsys.readouterr().out
    assert "mlx==" in listed and "pyinstaller" in listed and "pytest" not in listed
    assert contents.main("nothing") == 2


def test_resources_name_no_folder_of_this_machine() -> None:
    files = list(contents.resource_files())
    assert {Path(folder).parts[1] for _, folder in files} == set(contents.RESOURCES)
    assert all(not Path(folder).is_absolute() for _, folder in files)
