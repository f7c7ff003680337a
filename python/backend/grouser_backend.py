# SPDX-License-Identifier: BSD-3-Clause
"""Builds the wheel of grouser (PEP 517) with CMake and Python's own library alone.

    pip install .                                                  builds in build/wheel
    pip install . --config-settings build-dir=build/release        takes what another build has

The wheel holds the compiled part, the library for rasters, assets and terrains. It is linked to the system's HDF5, cairo and TBB,
so it is one for this system.
"""
import base64
import hashlib
import os
import pathlib
import subprocess
import sys
import sysconfig
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
OPTIONS = ["-DCMAKE_BUILD_TYPE=Release", "-DGROUSER_BUILD_TESTS=OFF", "-DGROUSER_BUILD_DESKTOP=OFF", "-DGROUSER_BUILD_BENCH=OFF",
           "-DCMAKE_UNITY_BUILD=ON", "-DCMAKE_UNITY_BUILD_BATCH_SIZE=24",
           f"-DGROUSER_PYTHON={sys.executable}"]
STAMP = (1980, 1, 1, 0, 0, 0)  # the same files give the same wheel


def get_requires_for_build_wheel(config_settings=None):
    return []


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    folder = pathlib.Path(metadata_directory, info_folder())
    folder.mkdir()
    for name, text in metadata_files().items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder.name


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    package = build(pathlib.Path(ROOT, (config_settings or {}).get("build-dir", "build/wheel")))
    name = f"grouser-{version()}-{tag()}.whl"
    with zipfile.ZipFile(pathlib.Path(wheel_directory, name), "w", zipfile.ZIP_DEFLATED) as wheel:
        record = []
        for place, content in files_of(package):
            entry = zipfile.ZipInfo(place, STAMP)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o755 if place.endswith(".so") else 0o644) << 16
            wheel.writestr(entry, content)
            digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
            record.append(f"{place},sha256={digest},{len(content)}\n")
        place = f"{info_folder()}/RECORD"
        wheel.writestr(zipfile.ZipInfo(place, STAMP), "".join(record) + f"{place},,\n")
    return name


def build(folder):
    """Configures where that was not done, builds, and returns the folder of the package."""
    if not (folder / "CMakeCache.txt").exists():
        generator = ["-G", "Ninja"] if on_path("ninja") else []
        command("cmake", "-S", ROOT, "-B", folder, *generator, *OPTIONS)
    command("cmake", "--build", folder, "--target", "grouser_python", "--parallel", str(len(os.sched_getaffinity(0))))
    package = folder / "python" / "grouser"
    wanted = f"_core{sysconfig.get_config_var('EXT_SUFFIX')}"
    if not (package / wanted).exists():
        raise SystemExit(f"{package}: found no {wanted}, expected the compiled part for {sys.executable}; a build for another "
                         "Python needs another build-dir")
    return package


def command(*words):
    try:
        subprocess.run([str(word) for word in words], check=True)
    except FileNotFoundError:
        raise SystemExit(f"{words[0]}: not found; scripts/packages.txt lists what a build needs")
    except subprocess.CalledProcessError as error:
        raise SystemExit(f"{' '.join(map(str, words))}: ended with {error.returncode}; its messages are above (pip: --verbose)")


def on_path(program):
    return any(os.access(os.path.join(folder, program), os.X_OK) for folder in os.get_exec_path())


def files_of(package):
    """Place and content of each file of the wheel but its record."""
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    names = ("*.py", "*.pyi", "py.typed", f"_core{suffix}", "libgrouser_gdal.so")
    for path in sorted(path for name in names for path in package.glob(name)):
        yield f"grouser/{path.name}", path.read_bytes()
    for folder in ("assets", "terrains"):
        for path in sorted(path for path in (ROOT / folder).rglob("*") if path.is_file()):
            yield f"grouser/{path.relative_to(ROOT).as_posix()}", path.read_bytes()
    for name, text in metadata_files().items():
        yield f"{info_folder()}/{name}", text.encode()


def version():
    return (ROOT / "VERSION").read_text(encoding="utf-8").strip()


def info_folder():
    return f"grouser-{version()}.dist-info"


def tag():
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    return f"{python}-{python}-{sysconfig.get_platform().replace('-', '_').replace('.', '_')}"


def metadata_files():
    extras = "".join(f"Provides-Extra: {extra}\nRequires-Dist: {name}; extra == '{extra}'\n"
                     for extra, name in (("plot", "matplotlib"), ("tables", "pandas"), ("tables", "xarray")))
    return {
        "METADATA": f"Metadata-Version: 2.1\nName: grouser\nVersion: {version()}\nSummary: Simulator of planetary rovers and landers\n"
                    f"License: BSD-3-Clause\nRequires-Python: >=3.9\nRequires-Dist: numpy\n{extras}"
                    f"Description-Content-Type: text/markdown\n\n{(ROOT / 'docs' / 'python.md').read_text(encoding='utf-8')}",
        "WHEEL": f"Wheel-Version: 1.0\nGenerator: grouser_backend\nRoot-Is-Purelib: false\nTag: {tag()}\n",
        "LICENSE": (ROOT / "LICENSE").read_text(encoding="utf-8"),
    }
