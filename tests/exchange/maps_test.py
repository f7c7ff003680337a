#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Maps for other programs: styles and attribute tables of rasters, GeoJSON and GeoPackage, read back by readers of their own. gdal_translate
(gdal-bin) makes the map that is read, and turns rasters into texts."""
import json
import math
import shutil
import sqlite3
import struct
import subprocess
import sys
import unittest
import xml.etree.ElementTree as ElementTree

from grouser_cli import SKIPPED, SOURCE, CliTest, run

if shutil.which("gdal_translate") is None:
    print("SKIPPED: gdal_translate is not installed (Debian: gdal-bin)")
    sys.exit(SKIPPED)

RADIUS = 3396190.0  # m, of Mars' maps
WEST, NORTH = 1_000_000.0, 300_064.0  # m, of the site's corner on an equidistant cylindrical map
CLASSES = {"sand": (1, "wong_LETE_sand"), "rock & <gravel>": (2, "bedrock")}


def read_grid(file):
    """Rows of a raster, north first."""
    text = subprocess.run(["gdal_translate", "-q", "-of", "AAIGrid", file, "/vsistdout/"], capture_output=True, text=True, check=True).stdout
    rows = [line.split() for line in text.splitlines()]
    head = {row[0].lower(): float(row[1]) for row in rows if len(row) == 2 and row[0][0].isalpha()}
    values = [[float(v) for v in row] for row in rows if not row[0][0].isalpha()]
    nothing = head.get("nodata_value", math.nan)
    return [[math.nan if v == nothing else v for v in row] for row in values]


class MapsTest(CliTest):
    def site(self):
        """mars_made.tif on a map of Mars, where longitude and latitude are x and y over the radius."""
        file = self.folder / "site.tif"
        subprocess.run(["gdal_translate", "-q", "-a_srs", f"+proj=eqc +lat_ts=0 +lon_0=0 +R={RADIUS} +units=m +no_defs", "-a_ullr", str(WEST),
                        str(NORTH), str(WEST + 64), str(NORTH - 64), SOURCE / "terrains/mars_made.tif", file], check=True)
        return file

    def soil_map(self):
        words = [f"{name}={soil}" for name, (_, soil) in CLASSES.items()]
        self.run_ok("soilmap", "new", self.site(), "--class", *words, "--out", "soils.tif")
        return self.folder / "soils.tif"

    def test_classes_have_names_and_colours(self):
        soils = self.soil_map()
        style = ElementTree.parse(soils.with_suffix(".qml")).getroot()
        self.assertEqual(style.tag, "qgis")
        renderer = style.find("pipe/rasterrenderer")
        self.assertEqual((renderer.get("type"), renderer.get("band")), ("paletted", "1"))
        entries = {e.get("label"): (int(e.get("value")), e.get("color")) for e in renderer.find("colorPalette")}
        self.assertEqual({name: value for name, (value, _) in entries.items()}, {name: value for name, (value, _) in CLASSES.items()})
        # the colours are those of the raster's own table
        info = json.loads(subprocess.run(["gdalinfo", "-json", soils], capture_output=True, text=True, check=True).stdout)
        band = info["bands"][0]
        for name, (value, colour) in entries.items():
            self.assertEqual(tuple(bytes.fromhex(colour[1:])), tuple(band["colorTable"]["entries"][value][:3]), name)
        self.check_attribute_table(soils, entries)
        # another program's reader finds the same table
        self.assertIn("rock & <gravel>", json.dumps(info.get("rat", band.get("rat", info)), ensure_ascii=False))
        before = soils.with_suffix(".qml").read_bytes()
        self.run_ok("soilmap", "style", soils)
        self.assertEqual(soils.with_suffix(".qml").read_bytes(), before)
        # our own commands still read the map with the files beside it
        self.assertEqual(len(self.run_json("soilmap", "info", soils)["classes"]), 2)
        soils.with_suffix(".qml").write_text("mine")
        self.check_error(run("soilmap", "style", soils), 2, "soils.qml")
        self.assertEqual(soils.with_suffix(".qml").read_text(), "mine")

    def check_attribute_table(self, soils, entries):
        table = ElementTree.parse(str(soils) + ".aux.xml").getroot().find("PAMRasterBand/GDALRasterAttributeTable")
        names = [f.find("Name").text for f in table.findall("FieldDefn")]
        self.assertEqual(names, ["Value", "Class", "Soil", "Red", "Green", "Blue"])
        for row in table.findall("Row"):
            value, name, soil, *colour = (f.text for f in row)
            self.assertEqual((int(value), soil), CLASSES[name])
            self.assertEqual("#" + bytes(map(int, colour)).hex(), entries[name][1])
        self.assertEqual(len(table.findall("Row")), len(CLASSES))

    def check_ramp(self, style, quantity, suffix, highest):
        shader = ElementTree.parse(style).getroot().find("pipe/rasterrenderer/rastershader/colorrampshader")
        self.assertEqual(shader.get("colorRampType"), "INTERPOLATED")
        items = [(float(i.get("value")), i.get("label"), i.get("color")) for i in shader.findall("item")]
        self.assertEqual(len({colour for _, _, colour in items}), 6)
        self.assertTrue(all(a[0] < b[0] for a, b in zip(items, items[1:])))
        self.assertTrue(all(label.endswith(suffix) for _, label, _ in items))
        self.assertEqual(items[0][0], 0.0)
        self.assertAlmostEqual(items[-1][0], highest, delta=1e-6 * max(1, highest))
        self.assertTrue(shader.find("rampLegendSettings").get("prefix").startswith(quantity))
        # light rises from one end to the other, also in grey (ITU-R BT.709)
        grey = [sum(w * c for w, c in zip((0.2126, 0.7152, 0.0722), bytes.fromhex(colour[1:]))) for _, _, colour in items]
        self.assertEqual(grey, sorted(grey))

    def test_slope_and_traversability_of_a_ramp(self):
        """A plane that rises by a tenth to the east: its slope everywhere, and a step of a tenth of a cell."""
        rows = "\n".join(" ".join(f"{0.05 * c:.4f}" for c in range(40)) for _ in range(30))
        (self.folder / "plane.asc").write_text(f"ncols 40\nnrows 30\nxllcorner 0\nyllcorner 0\ncellsize 0.5\nNODATA_value -9999\n{rows}\n")
        subprocess.run(["gdal_translate", "-q", "-a_srs", f"+proj=eqc +R={RADIUS} +units=m +no_defs", self.folder / "plane.asc", self.folder / "plane.tif"],
                       check=True)
        report = self.run_json("terrain", "slope", "plane.tif", "--out", "slope.tif", "--traversability", "go.tif", "--max-slope", "11.421186274999286",
                               "--max-step", "0.08")
        slope, go = read_grid(self.folder / "slope.tif"), read_grid(self.folder / "go.tif")
        self.assertEqual((len(slope), len(slope[0])), (30, 40))
        inside = [(slope[r][c], go[r][c]) for r in range(4, 26) for c in range(4, 36)]
        for found, free in inside:
            self.assertAlmostEqual(found, math.degrees(math.atan(0.1)), delta=1e-3)  # heights are float32
            # slope is at half of its limit, the step of 0.05 m at five eighths
            self.assertAlmostEqual(free, 1 - 0.05 / 0.08, delta=1e-4)
        self.check_ramp(self.folder / "slope.qml", "slope", " deg", report["slope"]["highest"])
        self.check_ramp(self.folder / "go.qml", "traversability", "", 1.0)
        self.check_error(run("terrain", "slope", "plane.tif", cwd=self.folder), 2, "--out")
        self.check_error(run("terrain", "slope", "plane.tif", "--out", "s.tif", "--max-slope", "0", cwd=self.folder), 2, "--max-slope")
        self.check_error(run("terrain", "slope", "plane.tif", "--out", "plane.tif", cwd=self.folder), 2, "plane.tif")

    def test_sinkage_of_a_run(self):
        self.run_ok("run", "drive_flat_soft", "--set", "duration=5", "--set", "drive.speed=0.05", "--out", "run.h5")
        report = self.run_json("export", "run.h5", "--sinkage", "sink.tif")["sinkage"]
        self.run_ok("export", "run.h5", "--terrain", "ground.tif")
        sink, ground = read_grid(self.folder / "sink.tif"), read_grid(self.folder / "ground.tif")
        deepest = max(max(row) for row in sink)
        self.assertGreater(deepest, 0.005)
        self.assertAlmostEqual(deepest, report["highest_m"], delta=1e-6)
        for a, b in zip(sink, ground):  # the untouched ground is level at 0
            for depth, height in zip(a, b):
                self.assertAlmostEqual(depth, -height, delta=1e-6)
        self.check_ramp(self.folder / "sink.qml", "sinkage", " m", report["highest_m"])
        self.run_ok("run", "free_fall", "--set", "duration=0.1", "--out", "fall.h5")
        self.check_error(run("export", "fall.h5", "--sinkage", "none.tif", cwd=self.folder), 2, "no wheel")

    def read_package(self, file):
        """Rows of each layer, as dictionaries with the geometry as its coordinates (OGC 12-128r18, section 2.1.3)."""
        base = sqlite3.connect(file)
        self.addCleanup(base.close)
        base.row_factory = sqlite3.Row
        self.assertEqual(base.execute("pragma application_id").fetchone()[0], 0x47504B47)  # "GPKG"
        layers = {}
        for name, description in base.execute("select table_name, description from gpkg_contents"):
            self.assertEqual(description, "made by Grouser")
            column, srs = base.execute("select column_name, srs_id from gpkg_geometry_columns where table_name=?", (name,)).fetchone()
            rows = []
            for row in map(dict, base.execute(f'select * from "{name}" order by fid')):
                blob = row.pop(column)
                row["geometry"] = self.points_of(blob, srs) if blob else None
                rows.append(row)
            layers[name] = (srs, rows)
        return layers

    def points_of(self, blob, srs):
        magic, _, flags, srs_id = struct.unpack_from("<2sBBi", blob)
        self.assertEqual((magic, flags & 1, srs_id), (b"GP", 1, srs))
        body = blob[8 + 8 * {0: 0, 1: 4, 2: 6, 3: 6, 4: 8}[(flags >> 1) & 7]:]
        order, kind = struct.unpack_from("<BI", body)
        self.assertEqual(order, 1)
        if kind == 1:
            return struct.unpack_from("<dd", body, 5)
        self.assertEqual(kind, 2)
        count, = struct.unpack_from("<I", body, 5)
        return [struct.unpack_from("<dd", body, 9 + 16 * k) for k in range(count)]

    def check_places(self, collection, layers, name, table, body="Mars"):
        """Features and rows against the table of the command, and the closed form of the projection."""
        self.assertEqual((collection["type"], collection["body"]), ("FeatureCollection", body))
        points = [f for f in collection["features"] if f["geometry"] and f["geometry"]["type"] == "Point"]
        srs, rows = layers[name]
        self.assertEqual((len(points), len(rows)), (len(table), len(table)))
        for feature, row, line in zip(points, rows, table):
            x, y = float(line["x [m]"]) + WEST + 32, float(line["y [m]"]) + NORTH - 32
            longitude, latitude = math.degrees(x / RADIUS), math.degrees(y / RADIUS)
            found = feature["geometry"]["coordinates"]
            # 1e-9 deg is 0.06 mm on Mars
            self.assertAlmostEqual(found[0], longitude, delta=1e-9)
            self.assertAlmostEqual(found[1], latitude, delta=1e-9)
            self.assertAlmostEqual(row["longitude_deg"], longitude, delta=1e-9)
            self.assertAlmostEqual(row["latitude_deg"], latitude, delta=1e-9)
            self.assertAlmostEqual(row["geometry"][0], x, delta=1e-6)
            self.assertAlmostEqual(row["geometry"][1], y, delta=1e-6)
            self.assertAlmostEqual(feature["properties"]["z [m]"], float(line["z [m]"]), delta=1e-9)
        return points, rows

    def table_of(self, file):
        head, *rows = [line.split(",") for line in file.read_text().splitlines()]
        return [dict(zip(head, row)) for row in rows]

    def test_a_traverse_by_longitude_and_latitude(self):
        self.site()
        self.run_ok("traverse", "traverse_mars", "--set", "terrain.file=site.tif", "--path", "-15,0:-13,0.5", "--spacing", "0.1", "--csv", "t.csv",
                    "--geojson", "t.geojson", "--gpkg", "t.gpkg")
        collection = json.loads((self.folder / "t.geojson").read_text())
        layers = self.read_package(self.folder / "t.gpkg")
        points, rows = self.check_places(collection, layers, "traverse", self.table_of(self.folder / "t.csv"))
        self.assertGreater(len(points), 15)
        self.assertIn("distance [m]", points[0]["properties"])
        line = collection["features"][-1]["geometry"]
        self.assertEqual(line["type"], "LineString")
        self.assertEqual(line["coordinates"], [p["geometry"]["coordinates"] for p in points])
        self.assertEqual(layers["traverse_line"][1][0]["geometry"], [row["geometry"] for row in rows])
        # GDAL's own reader
        said = subprocess.run(["ogrinfo", "-so", self.folder / "t.gpkg", "traverse"], capture_output=True, text=True, check=True).stdout
        self.assertIn("Equirectangular", said.replace("Equidistant Cylindrical", "Equirectangular"))
        self.assertIn(f"Feature Count: {len(rows)}", said)

    def test_placements_and_what_is_refused(self):
        self.site()
        self.run_ok("placement", "--terrain", "site.tif", "--samples", "30", "--out", "p", "--geojson", "p.geojson", "--gpkg", "p.gpkg")
        collection = json.loads((self.folder / "p.geojson").read_text())
        self.check_places(collection, self.read_package(self.folder / "p.gpkg"), "placements", self.table_of(self.folder / "p/placements.csv"))
        first = (self.folder / "p.gpkg").read_bytes()
        self.run_ok("placement", "--terrain", "site.tif", "--samples", "30", "--gpkg", "p.gpkg")
        self.assertEqual((self.folder / "p.gpkg").read_bytes(), first)
        # no map: no longitude; a GeoPackage in metres
        made = str(SOURCE / "terrains/mars_made.tif")
        self.check_error(run("placement", "--terrain", made, "--samples", "3", "--geojson", "n.geojson", cwd=self.folder), 2, "--geojson", "--gpkg")
        self.assertFalse((self.folder / "n.geojson").exists())
        self.run_ok("placement", "--terrain", made, "--samples", "3", "--gpkg", "n.gpkg")
        srs, rows = self.read_package(self.folder / "n.gpkg")["placements"]
        base = sqlite3.connect(self.folder / "n.gpkg")
        self.addCleanup(base.close)
        system, = base.execute("select definition from gpkg_spatial_ref_sys where srs_id=?", (srs,)).fetchone()
        self.assertIn("Local frame of the terrain", system)
        self.assertIn("metre", system)
        self.assertEqual([row["geometry"] for row in rows], [(row["x"], row["y"]) for row in rows])
        (self.folder / "mine.gpkg").write_text("mine")
        self.check_error(run("placement", "--terrain", made, "--samples", "3", "--gpkg", "mine.gpkg", cwd=self.folder), 2, "mine.gpkg")


if __name__ == "__main__":
    unittest.main()
