#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Labels of PDS3 and PDS4 written by hand: what scales, places and voids heights, and what is refused or noted."""
import math
import struct
import unittest

import geotiff
from grouser_cli import CliTest, run

COLUMNS, ROWS = 6, 5
MARS, MOON = 3396190.0, 1737400.0
IMAGE = {"LINES": ROWS, "LINE_SAMPLES": COLUMNS, "BANDS": 1, "SAMPLE_TYPE": "PC_REAL", "SAMPLE_BITS": 32}
MAP = {
    "MAP_PROJECTION_TYPE": '"EQUIRECTANGULAR"', "A_AXIS_RADIUS": "3396.19 <KM>", "B_AXIS_RADIUS": "3396.19 <KM>", "C_AXIS_RADIUS": "3396.19 <KM>",
    "POSITIVE_LONGITUDE_DIRECTION": '"EAST"', "CENTER_LATITUDE": "0.0 <DEG>", "CENTER_LONGITUDE": "90.0 <DEG>", "MAP_PROJECTION_ROTATION": "0.0",
    "MAP_SCALE": "2.0 <M/PIXEL>", "LINE_PROJECTION_OFFSET": "1.5 <PIXEL>", "SAMPLE_PROJECTION_OFFSET": "2.5 <PIXEL>",
    "COORDINATE_SYSTEM_NAME": "PLANETOCENTRIC"}
HEIGHTS = [100 + k for k in range(COLUMNS * ROWS)]


def pds3(image=None, place=None, data_name="site.img", head=""):
    """The text of a label. None as a value leaves a field out."""
    image, place = {**IMAGE, **(image or {})}, None if place is False else {**MAP, **(place or {})}
    lines = ["PDS_VERSION_ID = PDS3", "RECORD_TYPE = FIXED_LENGTH", "RECORD_BYTES = 24", f'^IMAGE = "{data_name}"', "TARGET_NAME = MARS", head]
    for name, fields in (("IMAGE", image), ("IMAGE_MAP_PROJECTION", place)):
        if fields is not None:
            lines += [f"OBJECT = {name}", *(f"  {k} = {v}" for k, v in fields.items() if v is not None), f"END_OBJECT = {name}"]
    return "\r\n".join(lines + ["END", ""])


def pds4(element="", constants="", data_type="IEEE754LSBSingle", direction="Positive East", extent=None):
    west, east, south, north = extent or ("", "", "", "")
    return f"""<?xml version="1.0"?>
<Product_Observational xmlns="http://pds.nasa.gov/pds4/pds/v1" xmlns:cart="http://pds.nasa.gov/pds4/cart/v1">
<Observation_Area><Discipline_Area><cart:Cartography><cart:Spatial_Domain><cart:Bounding_Coordinates>
<cart:west_bounding_coordinate unit="deg">{west}</cart:west_bounding_coordinate><cart:east_bounding_coordinate unit="deg">{east}</cart:east_bounding_coordinate>
<cart:north_bounding_coordinate unit="deg">{north}</cart:north_bounding_coordinate><cart:south_bounding_coordinate unit="deg">{south}</cart:south_bounding_coordinate>
</cart:Bounding_Coordinates></cart:Spatial_Domain>
<cart:Spatial_Reference_Information><cart:Horizontal_Coordinate_System_Definition><cart:Planar>
<cart:Map_Projection><cart:map_projection_name>Equirectangular</cart:map_projection_name><cart:Equirectangular>
<cart:latitude_of_projection_origin unit="deg">0</cart:latitude_of_projection_origin><cart:standard_parallel_1 unit="deg">0</cart:standard_parallel_1>
<cart:longitude_of_central_meridian unit="deg">90</cart:longitude_of_central_meridian></cart:Equirectangular></cart:Map_Projection>
<cart:Planar_Coordinate_Information><cart:planar_coordinate_encoding_method>Coordinate Pair</cart:planar_coordinate_encoding_method>
<cart:Coordinate_Representation><cart:pixel_resolution_x unit="m/pixel">2</cart:pixel_resolution_x><cart:pixel_resolution_y unit="m/pixel">2</cart:pixel_resolution_y>
</cart:Coordinate_Representation></cart:Planar_Coordinate_Information>
<cart:Geo_Transformation><cart:upperleft_corner_x unit="m">-6</cart:upperleft_corner_x><cart:upperleft_corner_y unit="m">4</cart:upperleft_corner_y>
</cart:Geo_Transformation></cart:Planar>
<cart:Geodetic_Model><cart:latitude_type>Planetocentric</cart:latitude_type><cart:spheroid_name>Mars</cart:spheroid_name>
<cart:a_axis_radius unit="km">3396.19</cart:a_axis_radius><cart:b_axis_radius unit="km">3396.19</cart:b_axis_radius><cart:c_axis_radius unit="km">3396.19</cart:c_axis_radius>
<cart:longitude_direction>{direction}</cart:longitude_direction></cart:Geodetic_Model>
</cart:Horizontal_Coordinate_System_Definition></cart:Spatial_Reference_Information></cart:Cartography></Discipline_Area></Observation_Area>
<File_Area_Observational><File><file_name>site.img</file_name></File><Array_2D_Image><offset unit="byte">0</offset><axes>2</axes>
<axis_index_order>Last Index Fastest</axis_index_order><Element_Array><data_type>{data_type}</data_type>{element}</Element_Array>
<Axis_Array><axis_name>Line</axis_name><elements>{ROWS}</elements><sequence_number>1</sequence_number></Axis_Array>
<Axis_Array><axis_name>Sample</axis_name><elements>{COLUMNS}</elements><sequence_number>2</sequence_number></Axis_Array>
<Special_Constants>{constants}</Special_Constants></Array_2D_Image></File_Area_Observational></Product_Observational>
"""


def vax(value):
    """VAX F floating: sign, exponent in excess of 128, fraction from 0.5; the halves swapped."""
    mantissa, exponent = math.frexp(abs(value))
    word = (int(value < 0) << 31) | ((exponent + 128) << 23) | (round(mantissa * 2**24) & 0x7FFFFF)
    return struct.pack("<HH", word >> 16, word & 0xFFFF)


class Labels(CliTest):
    def write(self, label, data=None, name="site.lbl", data_name="site.img"):
        (self.folder / name).write_text(label)
        (self.folder / data_name).write_bytes(struct.pack(f"<{len(HEIGHTS)}f", *HEIGHTS) if data is None else data)

    def info(self, label, data=None, name="site.lbl"):
        self.write(label, data, name)
        return self.run_json("terrain", "info", name)

    def check_range(self, info, low, high):
        self.assertAlmostEqual(info["lowest"], low, delta=1e-6 * max(1.0, abs(low)))
        self.assertAlmostEqual(info["highest"], high, delta=1e-6 * max(1.0, abs(high)))

    def check_refused(self, label, *words, data=None):
        self.write(label, data)
        self.check_error(run("terrain", "import", "site.lbl", "--window", "0,0,6,5", "--out", "out.tif", "--force", cwd=self.folder), 2, *words)


class Heights(Labels):
    def test_units_scale_and_offset(self):
        """In metres, whatever the unit of heights, scale and offset, each by its own."""
        for fields, scale, offset in (
            ({"UNIT": "METER"}, 1, 0), ({"UNIT": '"METERS"'}, 1, 0), ({"UNIT": "m"}, 1, 0), ({"UNIT": '"N/A"'}, 1, 0),
            ({"UNIT": "KILOMETER", "SCALING_FACTOR": "1.", "OFFSET": "1737.4"}, 1000, 1737400),
            ({"UNIT": "KM"}, 1000, 0), ({"UNITS": "KILOMETERS"}, 1000, 0), ({"UNIT": "KILOMETRES"}, 1000, 0), ({"UNIT": "<KM>"}, 1000, 0),
            ({"UNIT": "CENTIMETER"}, 0.01, 0), ({"UNIT": "MM"}, 0.001, 0), ({"UNIT": "FEET"}, 0.3048, 0),
            ({"SCALING_FACTOR": "0.5 <M>", "OFFSET": "1737.4 <KM>"}, 0.5, 1737400),
            ({"UNIT": "METER", "SCALING_FACTOR": "0.5", "OFFSET": "1737.4 <KM>"}, 0.5, 1737400),
            ({"SCALING_FACTOR": "0.001 <KM/DN>", "OFFSET": '"N/A"'}, 1, 0), ({"SCALING_FACTOR": "N/A", "OFFSET": "10"}, 1, 10),
            ({"SCALING_FACTOR": "2.5D-1", "OFFSET": "+1.0E1"}, 0.25, 10)):
            with self.subTest(fields):
                self.check_range(self.info(pds3(fields)), offset + scale * 100, offset + scale * 129)

    def test_words_not_understood_are_refused(self):
        self.check_refused(pds3({"UNIT": "FURLONG"}), "FURLONG", "metres")
        self.check_refused(pds3({"SCALING_FACTOR": "two"}), "SCALING_FACTOR", "two")
        self.check_refused(pds3({"SAMPLE_TYPE": "CRAY_REAL"}), "SAMPLE_TYPE", "CRAY_REAL")
        self.check_refused(pds3({"NULL": "nothing"}), "NULL", "nothing")
        self.check_refused(pds3({"OFFSET": "3 <DEG>", "UNIT": "METER"}), "OFFSET", "DEG")
        for field, value in (("POSITIVE_LONGITUDE_DIRECTION", "UP"), ("MAP_SCALE", "2 <FATHOM/PIXEL>"), ("CENTER_LONGITUDE", "1 <HOURS>"),
                             ("LINE_PROJECTION_OFFSET", "1.5 <KM>"), ("A_AXIS_RADIUS", "3396 <LEAGUE>"), ("MAP_RESOLUTION", "0.5 <PIXEL/M>")):
            self.check_refused(pds3(place={field: value}), field, value.split()[-1].strip("<>"))
        self.write(pds3({"UNIT": "FURLONG"}))
        self.check_error(run("terrain", "info", "site.lbl", cwd=self.folder), 2, "FURLONG")

    def test_encodings(self):
        """Bytes, words and reals of every order; VAX by its own definition."""
        n = len(HEIGHTS)
        negative = [-k for k in HEIGHTS]
        for kind, bits, data, wanted in (
            ("MSB_INTEGER", 16, struct.pack(f">{n}h", *negative), negative), ("LSB_INTEGER", 16, struct.pack(f"<{n}h", *negative), negative),
            ("SUN_INTEGER", 16, struct.pack(f">{n}h", *negative), negative), ("PC_INTEGER", 16, struct.pack(f"<{n}h", *negative), negative),
            ("MSB_UNSIGNED_INTEGER", 16, struct.pack(f">{n}H", *(k + 40000 for k in HEIGHTS)), [k + 40000 for k in HEIGHTS]),
            ("PC_UNSIGNED_INTEGER", 16, struct.pack(f"<{n}H", *(k + 40000 for k in HEIGHTS)), [k + 40000 for k in HEIGHTS]),
            ("UNSIGNED_INTEGER", 16, struct.pack(f">{n}H", *HEIGHTS), HEIGHTS), ("unsigned_integer", 8, bytes(HEIGHTS), HEIGHTS),
            ("MSB_INTEGER", 8, struct.pack(f"{n}b", *(-k // 2 for k in HEIGHTS)), [-k // 2 for k in HEIGHTS]),
            ("MSB_INTEGER", 32, struct.pack(f">{n}i", *negative), negative), ("LSB_INTEGER", 32, struct.pack(f"<{n}i", *negative), negative),
            ("LSB_UNSIGNED_INTEGER", 32, struct.pack(f"<{n}I", *(k + 3000000000 for k in HEIGHTS)), [k + 3000000000 for k in HEIGHTS]),
            ("IEEE_REAL", 32, struct.pack(f">{n}f", *negative), negative), ("PC_REAL", 64, struct.pack(f"<{n}d", *negative), negative),
            ('"MAC_REAL"', 64, struct.pack(f">{n}d", *negative), negative), ("VAX_REAL", 32, b"".join(map(vax, negative)), negative),
            ("VAX_REAL", 32, b"".join(vax(0.37 * k) for k in HEIGHTS), [0.37 * k for k in HEIGHTS])):
            with self.subTest(kind=kind, bits=bits):
                info = self.info(pds3({"SAMPLE_TYPE": kind, "SAMPLE_BITS": bits}), data)
                self.check_range(info, min(wanted), max(wanted))
                self.assertEqual(info["void_share"], 0.0)
        self.check_refused(pds3({"SAMPLE_TYPE": "VAX_REAL", "SAMPLE_BITS": 64}), "VAX_REAL", data=bytes(8 * n))
        self.check_refused(pds3({"LINE_SUFFIX_BYTES": 4}), "LINE_SUFFIX_BYTES")

    def test_words_for_no_height(self):
        """Every word, decimal or as bits, alone, in lists and several together."""
        n = len(HEIGHTS)
        special = struct.pack("<I", 0xC61C3C00)  # -9999
        with_special = struct.pack(f"<{n - 2}f", *HEIGHTS[:-2]) + 2 * special
        words = ("MISSING", "MISSING_CONSTANT", "NULL", "CORE_NULL", "NULL_VALUE", "INVALID", "INVALID_CONSTANT", "NOT_APPLICABLE_CONSTANT",
                 "UNKNOWN_CONSTANT", "DUMMY", "DUMMY_DATA", "HIGH_REPR_SATURATION", "CORE_LOW_INSTR_SATURATION", "SATURATED_CONSTANT")
        for word in words:
            for value in ("-9999", "-9999.0", '"-9999"', "16#C61C3C00#", '"16#c61c3c00#"', "(-1, -9999)"):
                with self.subTest(word=word, value=value):
                    self.assertAlmostEqual(self.info(pds3({word: value}), with_special)["void_share"], 2 / n, delta=1e-12)
        two = struct.pack(f"<{n - 2}f2f", *HEIGHTS[:-2], -9999.0, -9998.0)
        self.assertAlmostEqual(self.info(pds3({"MISSING_CONSTANT": -9999, "NULL": -9998, "INVALID": "N/A"}), two)["void_share"], 2 / n)
        shorts = struct.pack(f">{n - 2}h2h", *HEIGHTS[:-2], 9999, -5)
        integers = {"SAMPLE_TYPE": "MSB_INTEGER", "SAMPLE_BITS": 16}
        self.assertAlmostEqual(self.info(pds3({**integers, "NULL": 9999, "MISSING": "16#FFFB#"}), shorts)["void_share"], 2 / n)
        self.assertAlmostEqual(self.info(pds3({**integers, "NULL": "2#10011100001111#"}), shorts)["void_share"], 1 / n)
        unsigned = {"SAMPLE_TYPE": "MSB_UNSIGNED_INTEGER", "SAMPLE_BITS": 16}
        words = struct.pack(f">{n - 2}H2H", *HEIGHTS[:-2], 65535, 0)
        self.check_range(self.info(pds3({**unsigned, "NULL": 65535}), words), 0, 127)

    def test_zero_is_a_height_where_no_label_says_otherwise(self):
        """GDAL takes 0 for no height in images of 8 and 16 unsigned bits."""
        n = len(HEIGHTS)
        for sample_type, bits, code in (("UNSIGNED_INTEGER", 8, "B"), ("MSB_UNSIGNED_INTEGER", 16, "H"), ("MSB_INTEGER", 16, "h")):
            data = struct.pack(f">{n}{code}", 0, 0, *HEIGHTS[2:])
            image = {"SAMPLE_TYPE": sample_type, "SAMPLE_BITS": bits}
            with self.subTest(type=sample_type):
                info = self.info(pds3(image), data)
                self.assertEqual(info["void_share"], 0.0)
                self.check_range(info, 0, HEIGHTS[-1])
                self.assertAlmostEqual(self.info(pds3({**image, "NULL": 0}), data)["void_share"], 2 / n)

    def test_height_models_of_the_stereo_camera(self):
        """Their scale, offset and constant have keys of their own, in a group of their own or none."""
        data = struct.pack(f">{len(HEIGHTS)}h", -32768, *HEIGHTS[1:])
        integers = {"SAMPLE_TYPE": "MSB_INTEGER", "SAMPLE_BITS": 16}
        keys = ["DTM_SCALING_FACTOR = 0.5", "DTM_OFFSET = 1000", "DTM_MISSING_DN = -32768"]
        for head in (keys, ["MEX:" + key for key in keys], ["GROUP = DTM", *keys, "END_GROUP = DTM"]):
            with self.subTest(head=head):
                info = self.info(pds3(integers, head="\r\n".join(head)), data)
                self.check_range(info, 1000 + 0.5 * HEIGHTS[1], 1000 + 0.5 * HEIGHTS[-1])
                self.assertAlmostEqual(info["void_share"], 1 / len(HEIGHTS))
        own = {**integers, "SCALING_FACTOR": 2, "OFFSET": 0, "NULL": -32768}
        self.check_range(self.info(pds3(own, head="\r\n".join(keys)), data), 2 * HEIGHTS[1], 2 * HEIGHTS[-1])

    def test_bands_in_another_order_are_refused(self):
        two = {"BANDS": 2, "SAMPLE_TYPE": "PC_REAL", "SAMPLE_BITS": 32}
        data = struct.pack(f"<{2 * len(HEIGHTS)}f", *HEIGHTS, *HEIGHTS)
        for order in ("LINE_INTERLEAVED", "SAMPLE_INTERLEAVED"):
            self.write(pds3({**two, "BAND_STORAGE_TYPE": order}), data)
            self.check_error(run("terrain", "info", "site.lbl", cwd=self.folder), 2, "BAND_STORAGE_TYPE", order, "BAND_SEQUENTIAL")
        self.check_range(self.info(pds3({**two, "BAND_STORAGE_TYPE": "BAND_SEQUENTIAL"}), data), HEIGHTS[0], HEIGHTS[-1])
        self.check_range(self.info(pds3({"BAND_STORAGE_TYPE": "LINE_INTERLEAVED"})), HEIGHTS[0], HEIGHTS[-1])

    def test_a_projection_that_is_not_known_is_said(self):
        self.write(pds3(place={"MAP_PROJECTION_TYPE": '"LAMBERT CONFORMAL"'}))
        self.assertIn("LAMBERT_CONFORMAL, is not known", self.run_ok("terrain", "info", "site.lbl"))

    def test_pds4(self):
        n = len(HEIGHTS)
        data = struct.pack(f"<{n - 2}f2f", *HEIGHTS[:-2], -9999.0, 9998.0)
        self.check_range(self.info(pds4("<unit>km</unit><scaling_factor>2</scaling_factor><value_offset>1737.4</value_offset>"), name="site.xml"),
                         1737400 + 200000, 1737400 + 258000)
        self.check_range(self.info(pds4('<scaling_factor>2</scaling_factor><value_offset unit="km">3</value_offset><unit>m</unit>'), name="site.xml"),
                         3200, 3258)
        for constants in ("<missing_constant>-9999</missing_constant><unknown_constant>9998</unknown_constant>",
                          "<missing_constant>0xC61C3C00</missing_constant><saturated_constant>16#461C3800#</saturated_constant>",
                          "<invalid_constant>-9999.0</invalid_constant><high_instrument_saturation>9998</high_instrument_saturation>",
                          "<not_applicable_constant>-9999</not_applicable_constant><error_constant>9998</error_constant>"):
            with self.subTest(constants):
                self.assertAlmostEqual(self.info(pds4(constants=constants), data, "site.xml")["void_share"], 2 / n, delta=1e-12)
        signed = struct.pack(f"{n}b", *(-k // 2 for k in HEIGHTS))
        self.check_range(self.info(pds4(data_type="SignedByte"), signed, "site.xml"), -65, -50)
        for east, wanted in (("Positive East", 90.0), ("Positive West", -90.0)):
            self.assertAlmostEqual(self.info(pds4(direction=east), name="site.xml")["longitude_deg"], wanted, delta=1e-9)
        self.write(pds4("<unit>furlong</unit>"), name="site.xml")
        self.check_error(run("terrain", "import", "site.xml", "--window", "0,0,6,5", "--out", "o.tif", cwd=self.folder), 2, "furlong")
        self.write(pds4(extent=("12.0", "12.5", "3.0", "3.25")), name="site.xml")
        self.assertIn("contradicts itself", self.run_ok("terrain", "info", "site.xml"))


class Places(Labels):
    def place(self, fields, **label):
        info = self.info(pds3(place=fields, **label))
        return info["map_x"], info["map_y"], info["cell_x"], info["longitude_deg"]

    def test_west_positive_longitudes_and_units(self):
        east = self.place({})
        self.assertEqual(east[:3], (0.0, -1.0, 2.0))
        self.assertAlmostEqual(east[3], 90.0, delta=1e-12)
        for direction in ("WEST", '"WEST"', "west"):
            self.assertAlmostEqual(self.place({"POSITIVE_LONGITUDE_DIRECTION": direction})[3], -90.0, delta=1e-12)
        for projection in ("SINUSOIDAL", "MERCATOR", "ORTHOGRAPHIC", "STEREOGRAPHIC", '"SIMPLE CYLINDRICAL"', '"POLAR STEREOGRAPHIC"'):
            pole = {"CENTER_LATITUDE": "90.0"} if "POLAR" in projection else {}
            west = self.place({"MAP_PROJECTION_TYPE": projection, "POSITIVE_LONGITUDE_DIRECTION": "WEST", "LINE_PROJECTION_OFFSET": "-900.5", **pole})
            there = self.place({"MAP_PROJECTION_TYPE": projection, "CENTER_LONGITUDE": "-90.0", "LINE_PROJECTION_OFFSET": "-900.5", **pole})
            self.assertAlmostEqual(west[3], there[3], delta=1e-9, msg=projection)
        for fields in ({"MAP_SCALE": "0.002 <KM/PIXEL>"}, {"MAP_SCALE": "0.002"}, {"MAP_SCALE": "2 <METRES/PIXEL>"}, {"MAP_SCALE": "200 <CM/PIX>"},
                       {"MAP_SCALE": None, "MAP_RESOLUTION": f"{MARS * math.pi / 360.0:.12f} <PIX/DEG>"},
                       {"A_AXIS_RADIUS": "3396190.0 <M>", "B_AXIS_RADIUS": "3396190.0 <M>", "C_AXIS_RADIUS": "3396190.0 <M>"},
                       {"CENTER_LONGITUDE": f"{math.pi / 2:.15f} <RAD>"}):
            found = self.place(fields)
            for value, wanted in zip(found, east):
                self.assertAlmostEqual(value, wanted, delta=1e-9, msg=str(fields))
        self.assertEqual(self.info(pds3(place={"A_AXIS_RADIUS": "3396190.0 <M>", "C_AXIS_RADIUS": "3396190.0 <M>"}))["body"], "Mars")

    def test_an_oblique_stereographic_map_is_no_polar_one(self):
        info = self.info(pds3(place={"MAP_PROJECTION_TYPE": "STEREOGRAPHIC", "CENTER_LATITUDE": "45.0"}))
        self.assertAlmostEqual(info["latitude_deg"], 45.0, delta=1e-4)

    def globe(self, line, sample, west=0, east=360, south=-90, north=90, **fields):
        """18 x 36 pixels of 10 degrees round the Moon."""
        image = {"LINES": 18, "LINE_SAMPLES": 36}
        place = {"MAP_PROJECTION_TYPE": '"SIMPLE CYLINDRICAL"', "A_AXIS_RADIUS": "1737.4 <KM>", "B_AXIS_RADIUS": "1737.4 <KM>", "C_AXIS_RADIUS": "1737.4 <KM>",
                 "CENTER_LONGITUDE": "180", "MAP_SCALE": "303.23 <KM/PIX>", "MAP_RESOLUTION": "0.1 <PIX/DEG>", "LINE_PROJECTION_OFFSET": line,
                 "SAMPLE_PROJECTION_OFFSET": sample, "WESTERNMOST_LONGITUDE": west, "EASTERNMOST_LONGITUDE": east, "MINIMUM_LATITUDE": south,
                 "MAXIMUM_LATITUDE": north, **fields}
        self.write(pds3(image, place), bytes(4 * 18 * 36))
        return self.run_json("terrain", "info", "site.lbl"), self.run_ok("terrain", "info", "site.lbl")

    def test_meaning_of_projection_offsets(self):
        """As PDS3 defines them from the centre of the first pixel; from 1 there, as MOLA and HiRISE have it; from the corner. The map's
        middle is at longitude 180, latitude 0 each time, and only what departs from the definition is noted."""
        for line, sample, word in ((8.5, 17.5, None), (9.5, 18.5, "count pixels from 1"), (9.0, 18.0, "raster's corner")):
            info, text = self.globe(line, sample)
            self.assertAlmostEqual(abs(info["longitude_deg"]), 180.0, delta=1e-9)
            self.assertAlmostEqual(info["latitude_deg"], 0.0, delta=1e-9)
            self.assertAlmostEqual(info["cell_x"], MOON * math.pi / 18, delta=1e-6)  # not the rounded MAP_SCALE
            self.assertEqual("projection offsets" in text, word is not None, text)
            self.assertIn(word or "", text)
        centres, _ = self.globe(9.5, 18.5, 5, 355, -85, 85)
        self.assertAlmostEqual(abs(centres["longitude_deg"]), 180.0, delta=1e-9)
        lost, text = self.globe(None, None)
        self.assertAlmostEqual(lost["latitude_deg"], 0.0, delta=1e-9)
        self.assertIn("no projection offsets", text)

    def test_contradictions_are_noted(self):
        for words, label in (("lies 17", {"line": -8.5, "sample": 17.5}), ("5.00", {"line": 8.5, "sample": 22.5}),
                             ("cells, and it has 36 x 18", {"line": 8.5, "sample": 17.5, "south": -40, "north": 90}),
                             ("MAP_SCALE", {"line": 8.5, "sample": 17.5, "MAP_SCALE": "303.23 <M/PIX>"})):
            with self.subTest(words):
                _, text = self.globe(**label)
                self.assertIn("contradicts itself", text)
        _, text = self.globe(8.5, 17.5)
        self.assertNotIn("contradicts", text)

    def test_names_as_archives_have_them(self):
        """The data opened by their own name; names that differ by a word, and by case; other files are still not read."""
        whole = self.info(pds3())
        self.assertEqual(self.run_json("terrain", "info", "site.img"), {**whole, "file": "site.img"})
        for label, data in (("site_img.lbl", "site.img"), ("m01.LBL", "M01.IMG"), ("ldem.lbl", "ldem_float.img")):
            self.write(pds3(data_name=data), name=label, data_name=data)
            self.assertEqual(self.run_json("terrain", "info", label)["highest"], 129.0)
            self.assertEqual(self.run_json("terrain", "info", data)["highest"], 129.0)
        for data in ("other.img", "sites.img", "site_key.txt"):
            self.write(pds3(data_name=data), data_name=data)
            self.check_error(run("terrain", "info", "site.lbl", cwd=self.folder), 2, data)


class Bounds(Labels):
    def test_data_shorter_than_the_label_says(self):
        self.write(pds3({"LINES": 2147483647, "LINE_SAMPLES": 1}), bytes(4000))
        self.check_error(run("terrain", "info", "site.lbl", cwd=self.folder), 2, "4000 bytes", "8.6 GB")
        (self.folder / "e.img").write_bytes(bytes(4000))
        (self.folder / "e.hdr").write_text("ENVI\nsamples = 1\nlines = 2147483647\nbands = 1\nheader offset = 0\ndata type = 4\ninterleave = bsq\nbyte order = 0\n")
        self.check_error(run("terrain", "info", "e.img", cwd=self.folder), 2, "4000 bytes", "8.6 GB")

    def site_in(self, system, transform):
        """A GeoTIFF whose coordinate reference system stands beside it, so that axes and units are as written."""
        (self.folder / "map.tif").write_bytes(geotiff.geotiff(keys=None, cell=None))
        text = system.replace('"', "&quot;")
        (self.folder / "map.tif.aux.xml").write_text(f"<PAMDataset><SRS>{text}</SRS><GeoTransform>{transform}</GeoTransform></PAMDataset>")
        return self.run_json("terrain", "info", "map.tif")

    def test_meridians_and_axes_of_a_system(self):
        degree = 'ANGLEUNIT["degree",0.0174532925199433]'
        metre = 'LENGTHUNIT["metre",1]'
        body = f'DATUM["d",ELLIPSOID["s",3396190,0,{metre}]]'
        for prime, unit in ((20.0, 'ANGLEUNIT["grad",0.015707963267949]'), (18.0, degree), (0.314159265358979, 'ANGLEUNIT["radian",1]')):
            system = (f'PROJCRS["p",BASEGEOGCRS["g",{body},PRIMEM["R",{prime},{unit}]],CONVERSION["c",METHOD["Equidistant Cylindrical",ID["EPSG",1028]],'
                      f'PARAMETER["Latitude of 1st standard parallel",0,{degree}],PARAMETER["Longitude of natural origin",-60,{degree}],'
                      f'PARAMETER["False easting",1000,{metre}],PARAMETER["False northing",0,{metre}]],CS[Cartesian,2],AXIS["e",east,{metre}],AXIS["n",north,{metre}]]')
            with self.subTest(unit=unit):  # its middle lies 1,000 m west of the natural origin, that is 18 degrees east of -60
                info = self.site_in(system, "-32,1,0,32,0,-1")
                self.assertAlmostEqual(info["longitude_deg"], -42.0 - math.degrees(1000.0 / MARS), delta=1e-7)
        for axis, longitude in (("west", -100.032), ("east", 100.032)):
            system = f'GEOGCRS["g",{body},PRIMEM["R",0],CS[ellipsoidal,2],AXIS["lon",{axis},{degree}],AXIS["lat",north,{degree}]]'
            with self.subTest(axis=axis):
                info = self.site_in(system, "100,0.001,0,5,0,-0.001")
                self.assertAlmostEqual((info["longitude_deg"] - longitude + 180.0) % 360.0 - 180.0, 0.0, delta=1e-7)
        # near the pole the projection is true to scale; with one axis to the west the map is a mirror image
        for axis, words in (("east", ""), ("west", "mirrored")):
            system = (f'PROJCRS["p",BASEGEOGCRS["g",{body},PRIMEM["R",0]],CONVERSION["c",METHOD["Polar Stereographic (variant A)",ID["EPSG",9810]],'
                      f'PARAMETER["Latitude of natural origin",-90,{degree}],PARAMETER["Longitude of natural origin",0,{degree}],'
                      f'PARAMETER["Scale factor at natural origin",1,SCALEUNIT["unity",1]],PARAMETER["False easting",0,{metre}],'
                      f'PARAMETER["False northing",0,{metre}]],CS[Cartesian,2],AXIS["x",{axis},{metre}],AXIS["y",north,{metre}]]')
            with self.subTest(pole=axis):
                info = self.site_in(system, "20000,1,0,16000,0,-1")
                self.assertEqual("mirrored" in self.run_ok("terrain", "info", "map.tif"), bool(words))
                drive = ("run", "traverse_mars", "--set", "terrain.file=map.tif", "--set", "terrain.any_gravity=true", "--set", "duration=0.01")
                if words:
                    self.check_error(run(*drive, cwd=self.folder), 2, "mirrored", "--frame local")
                    self.run_ok("terrain", "import", "map.tif", "--center", f"{info['longitude_deg']},{info['latitude_deg']}", "--size", "24,24",
                                "--cell", "1", "--frame", "local", "--out", "true.tif")

    def test_texts_beside_a_raster_are_bounded(self):
        """Sparse, so that the test is quick; 3 GB, which no program of ours may read to its end."""
        self.write(pds3())
        for side in ("site.lbl.aux.xml", "site.prj"):
            with self.subTest(side):
                path = self.folder / side
                with open(path, "wb") as file:
                    file.truncate(3_000_000_000)
                for name in ("site.lbl", "site.img"):
                    self.check_error(run("terrain", "info", name, cwd=self.folder, timeout=20), 2, side, "3.0 GB")
                path.unlink()
        (self.folder / "map.tif").write_bytes(geotiff.geotiff())
        with open(self.folder / "map.tif.aux.xml", "wb") as file:
            file.truncate(3_000_000_000)
        self.check_error(run("terrain", "info", "map.tif", cwd=self.folder, timeout=20), 2, "map.tif.aux.xml", "3.0 GB")
        with open(self.folder / "long.lbl", "wb") as file:
            file.truncate(3_000_000_000)
        self.check_error(run("terrain", "info", "long.lbl", cwd=self.folder, timeout=20), 2, "long.lbl", "3.0 GB")
        with open(self.folder / "endless.img", "wb") as file:
            file.write(pds3().replace("\r\nEND\r\n", "\r\n").encode())
            file.truncate(3_000_000_000)
        self.check_error(run("terrain", "info", "endless.img", cwd=self.folder, timeout=20), 2, "endless.img", "END")

    def test_a_scale_beyond_all_heights_is_refused_with_the_file_that_states_it(self):
        site = self.folder / "far.tif"
        site.write_bytes(geotiff.geotiff())
        beside = self.folder / "far.tif.aux.xml"
        pam = '<PAMDataset><PAMRasterBand band="1"><Scale>{}</Scale><Offset>{}</Offset></PAMRasterBand></PAMDataset>'
        for scale, offset, words in (("1e300", "-1e300", ["scale 1e+300", "offset -1e+300"]), ("2e6", "0", ["scale 2000000"]),
                                     ("1", "-2e9", ["offset -2000000000"])):
            beside.write_text(pam.format(scale, offset))
            for command in (("info", site), ("clean", site, "--out", "clean.tif")):
                self.check_error(run("terrain", *command, cwd=self.folder), 2, site.name, beside.name, *words)
        beside.write_text(pam.format("0.5", "-100"))
        self.run_ok("terrain", "info", site)
        heights = geotiff.gentle_hills()
        heights[100] = 1e26
        site.write_bytes(geotiff.geotiff(heights=heights))
        beside.write_text(pam.format("1e5", "0"))  # 1e31 m is no height
        found = self.run_json("terrain", "info", site)
        self.assertAlmostEqual(found["void_share"], 1 / 4096)


if __name__ == "__main__":
    unittest.main()
