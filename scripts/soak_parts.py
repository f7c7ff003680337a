# SPDX-License-Identifier: BSD-3-Clause
"""The files that scripts/soak spoils, and the ways it spoils them."""
import json
import math
import pathlib
import resource
import struct
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests" / "cli"))
from geotiff import geotiff, gentle_hills  # noqa: E402
from recipes import fractal, ramp, rocks  # noqa: E402

LABEL = """PDS_VERSION_ID = PDS3
RECORD_TYPE = FIXED_LENGTH
RECORD_BYTES = {record}
FILE_RECORDS = {records}
^IMAGE = {first}
TARGET_NAME = "MARS"
OBJECT = IMAGE
  LINES = {rows}
  LINE_SAMPLES = {columns}
  BANDS = 1
  OFFSET = 0.0
  SCALING_FACTOR = 1.0
  SAMPLE_BITS = 32
  SAMPLE_TYPE = PC_REAL
  MISSING_CONSTANT = 16#FF7FFFFB#
END_OBJECT = IMAGE
OBJECT = IMAGE_MAP_PROJECTION
  MAP_PROJECTION_TYPE = "EQUIRECTANGULAR"
  A_AXIS_RADIUS = 3396.19 <KM>
  B_AXIS_RADIUS = 3396.19 <KM>
  C_AXIS_RADIUS = 3396.19 <KM>
  POSITIVE_LONGITUDE_DIRECTION = EAST
  CENTER_LATITUDE = 0.0 <DEG>
  CENTER_LONGITUDE = 137.49 <DEG>
  MAP_RESOLUTION = 59274.6976 <PIX/DEG>
  MAP_SCALE = 1.0 <METERS/PIXEL>
  LINE_PROJECTION_OFFSET = -261552.5 <PIXEL>
  SAMPLE_PROJECTION_OFFSET = 20.5 <PIXEL>
END_OBJECT = IMAGE_MAP_PROJECTION
END
"""
LABEL_RECORDS = 10

CRATERS_AND_RIPPLES = """[craters]
count = 3
min_diameter = 3.0
max_diameter = 6.0
[[ripples]]
wavelength = 3.0
height = 0.1
heading_deg = 20.0
"""
RECIPE = fractal([24.0, 20.0], 0.5, CRATERS_AND_RIPPLES, rocks(0.05, 1.0), ramp("ramp"))


def hills():
    """64 x 64 heights with a hole, a margin and a spike."""
    heights = gentle_hills()
    for k in (0, 1, 64, 2080, 2081, 2144, 2145):
        heights[k] = -9999.0
    heights[1000] += 5.0
    return heights


def pds_image(columns=64, rows=64):
    record = 4 * columns
    label = LABEL.format(record=record, records=LABEL_RECORDS + rows, first=LABEL_RECORDS + 1, rows=rows, columns=columns)
    heights = gentle_hills(columns, rows)
    data = bytearray(struct.pack(f"<{len(heights)}f", *heights))
    data[:8] = b"\xfb\xff\x7f\xff" * 2  # two voids, as HiRISE marks them
    return label.encode().ljust(LABEL_RECORDS * record) + bytes(data)


def shortened(text):
    """The shipped scenario for a moment."""
    return "\n".join("duration = 0.05" if line.startswith("duration") else line for line in text.splitlines()) + "\n"


def scenario(text, terrain):
    """A short run of the shipped scenario on another ground."""
    head, tail = text.split("[terrain]")
    tail = tail[tail.index("\n[") + 1:]
    head = shortened(head)
    return f"{head}\n[terrain]\nsoil = \"wong_LETE_sand\"\n{terrain}\n{tail}"


def make_files(program, folder):
    """Writes the whole files into the folder. What cannot be written by hand the program makes itself."""
    flat = (ROOT / "assets" / "scenarios" / "drive_flat_soft.toml").read_text()
    landing = (ROOT / "assets" / "scenarios" / "strut_landing.toml").read_text()
    whole = {
        "site.tif": geotiff(),
        "holes.tif": geotiff(heights=hills(), nodata="-9999"),
        "image.IMG": pds_image(),
        "field.toml": RECIPE.encode(),
        "by_file.toml": scenario(flat, 'file = "site.tif"\nsoil_map = "soils.tif"').encode(),
        "by_recipe.toml": scenario(flat, 'recipe = "field.toml"').encode(),
        "by_solids.toml": scenario(flat, 'file = "tiled.tif"\nsolids = "tiled.solids.toml"').encode(),
        "rover.toml": (ROOT / "assets" / "rovers" / "exomars_lvm.toml").read_bytes(),
        "lander.toml": (ROOT / "assets" / "landers" / "strut_lander.toml").read_bytes(),
        "soil.toml": (ROOT / "assets" / "soils" / "wong_LETE_sand.toml").read_bytes(),
        "by_rover.toml": shortened(flat.replace('rover = "exomars_lvm"', 'rover = "rover.toml"')).encode(),
        "by_lander.toml": shortened(landing.replace('lander = "strut_lander"', 'lander = "lander.toml"')).encode(),
        "by_soil.toml": shortened(flat.replace('"wong_LETE_sand"', '"soil.toml"')).encode(),
    }
    for name, data in whole.items():
        (folder / name).write_bytes(data)
    for command in (["terrain", "make", "field.toml", "--out", "tiled.tif", "--overviews"],
                    ["soilmap", "new", "site.tif", "--class", "sand=wong_LETE_sand", "--class", "rock=hard_plate", "--out",
                     "soils.tif"],
                    ["soilmap", "paint", "soils.tif", "--class", "rock", "--brush", "-5,0 5,3", "--radius", "4"],
                    ["run", "by_file.toml", "--set", "duration=0.5", "--out", "run.h5"]):
        subprocess.run([program, *command], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    make_unclosed_run(program, folder)


def make_unclosed_run(program, folder):
    """A run file without its end: of a run whose disk was full."""
    # two blocks of frames, of which the second one has no room
    command = [program, "run", "by_file.toml", "--set", "duration=2.5", "--set", "recording.interval=0.003", "--out", "unclosed.h5"]
    subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)
    most = (folder / "unclosed.h5").stat().st_size * 7 // 10
    (folder / "unclosed.h5").unlink()

    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))

    code = subprocess.run(command, cwd=folder, preexec_fn=limit, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode
    told = json.loads(subprocess.run([program, "info", "unclosed.h5", "--json"], cwd=folder, check=True, capture_output=True).stdout)
    if code != 1 or not told["recovered"] or told["frames"] < 1:
        raise RuntimeError(f"a run on a full disk is not what it should be before it is spoiled: exit code {code}, {told['frames']} frames")


def truncated(data, random):
    return data[:random.choice([0, 1, random.randrange(len(data)), random.randrange(min(len(data), 400))])]


def flipped(data, random, first, last):
    out = bytearray(data)
    for _ in range(random.choice([1, 1, 2, 8, 64])):
        out[random.randrange(first, last)] ^= 1 << random.randrange(8)
    return bytes(out)


def swapped(data, random):
    """Two runs of bytes change places."""
    size = random.choice([1, 2, 4, 64])
    a, b = sorted(random.randrange(max(1, len(data) - size)) for _ in range(2))
    if b < a + size:
        return data[:a] + data[a:a + size][::-1] + data[a + size:]
    return data[:a] + data[b:b + size] + data[a + size:b] + data[a:a + size] + data[b + size:]


def overwritten(data, random):
    at = random.randrange(len(data))
    junk = random.choice([b"\0", b"\xff", b"\x7f", bytes([random.randrange(256)])]) * random.choice([1, 4, 100, 5000])
    return (data[:at] + junk)[:len(data)] + data[at + len(junk):]


def lengthened(data, random):
    at = random.randrange(len(data))
    return data[:at] + random.randbytes(random.choice([1, 2, 7, 300])) + data[at:]


EXTREME = [0, 1, 2, 3, 0x7F, 0xFF, 0x7FFF, 0x8000, 0xFFFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF]
EXTREME_DOUBLES = [0.0, -0.0, math.nan, math.inf, -math.inf, 1e308, -1e308, 5e-324, 1e-300, -1.0, 1e18]


def wrong_field(data, random):
    """One field of a TIFF's directory gets an extreme type, count or value; what lies elsewhere in the file, an extreme number."""
    out = bytearray(data)
    at = struct.unpack_from("<I", data, 4)[0]
    entry = at + 2 + 12 * random.randrange(struct.unpack_from("<H", data, at)[0])
    kind, count, value = struct.unpack_from("<HII", data, entry + 2)
    way = random.randrange(4)
    if way == 0:
        struct.pack_into("<H", out, entry + 2, random.choice([0, 1, 2, 5, 12, 13, 16, 0xFFFF]))
    elif way == 1:
        struct.pack_into("<I", out, entry + 4, random.choice(EXTREME))
    elif way == 2 or count * 8 < 8 or kind != 12:
        struct.pack_into("<I", out, entry + 8, random.choice(EXTREME + [len(data), len(data) - 1, value + 1]))
    else:
        struct.pack_into("<d", out, value + 8 * random.randrange(count), random.choice(EXTREME_DOUBLES))
    return bytes(out)


def spoil_tiff(data, random):
    directory = struct.unpack_from("<I", data, 4)[0]
    way = random.randrange(10)
    if way < 4:
        return wrong_field(data, random)
    if way == 4:
        return flipped(data, random, directory, len(data))
    if way == 5:
        return flipped(data, random, 0, 8)
    return spoil_bytes(data, random)


def spoil_bytes(data, random):
    change = random.choice([truncated, swapped, overwritten, lengthened, lambda d, r: flipped(d, r, 0, len(d))])
    return change(data, random)


WORDS = ["nan", "inf", "-inf", "1e308", "-1e308", "1e-308", "0", "-0.0", "-1", "1e18", "99999999999999999999999", '""', "true", "[]",
         "{}", '"\\u0000"', '"' + "x" * 5000 + '"', "[[[[[[[[[[[[]]]]]]]]]]]]", "1979-05-27", "'", "#"]


def spoil_text(data, random):
    """Lines lost, doubled, exchanged; values replaced; or bytes as of any file."""
    lines = data.decode("latin-1").split("\n")
    k = random.randrange(len(lines))
    values = [i for i, line in enumerate(lines) if "=" in line]
    way = random.randrange(9)
    if way == 0:
        del lines[k]
    elif way == 1:
        lines.insert(random.randrange(len(lines)), lines[k])
    elif way == 2:
        m = random.randrange(len(lines))
        lines[k], lines[m] = lines[m], lines[k]
    elif way < 7 and values:
        k = random.choice(values)
        key, value = lines[k].split("=", 1)
        inside = value.strip().startswith("[") and "," in value and random.random() < 0.5
        word = random.choice(WORDS)
        lines[k] = f"{key}= [{word},{value.split(',', 1)[1]}" if inside else f"{key}= {word}"
    else:
        return spoil_bytes(data, random)
    return "\n".join(lines).encode("latin-1")


def spoil_label(data, random):
    """The label of a PDS image, its length kept or not; or bytes as of any file."""
    end = data.index(b"\nEND\n") + 5
    if random.random() < 0.3:
        return spoil_bytes(data, random)
    label = spoil_text(data[:end], random)
    rest = data[end:]
    gap = len(label) - end
    if random.random() < 0.7:  # the heights stay in place
        rest = rest[gap:] if gap > 0 else b" " * -gap + rest
    return label + rest


def spoil_run(data, random):
    """One bit of the first part, where the groups are; a page of zeros; or bytes as of any file."""
    way = random.randrange(4)
    if way == 0:
        return flipped(data, random, 0, min(len(data), 40_000))
    if way == 1:
        at = random.randrange(len(data)) // 4096 * 4096
        return data[:at] + bytes(len(data[at:at + 4096])) + data[at + 4096:]
    if way == 2:
        return data[:random.randrange(len(data))]
    return spoil_bytes(data, random)


def spoil(name, data, random):
    """Another file than data, made of it; name tells the kind."""
    how = {".tif": spoil_tiff, ".IMG": spoil_label, ".h5": spoil_run}.get(pathlib.Path(name).suffix, spoil_text)
    while (out := how(data, random)) == data:
        pass
    return out
