// SPDX-License-Identifier: BSD-3-Clause
// Rasters from others that name files of the reader's, or a server: their bytes never come out.
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>

#include "catch.hpp"
#include "grouser/base/error.hpp"
#include "grouser/survey/raster/raster_source.hpp"
#include "made_raster.hpp"
#include "scratch_folder.hpp"

using namespace grouser;
using Catch::Matchers::ContainsSubstring;
namespace fs = std::filesystem;

namespace {

constexpr float kSecret = 4242.5f, kOpen = 17.25f;
constexpr int kForeignColumns = 6, kForeignRows = 5;

void write(const fs::path& path, const std::string& text) { std::ofstream(path, std::ios::binary) << text; }

/// Raw heights, all of one value.
void write_raw(const fs::path& path, float value) {
  std::string bytes;
  for (int i = 0; i < kForeignColumns * kForeignRows; ++i)
    bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
  write(path, bytes);
}

void write_tif(const fs::path& path, float value, int side = 1) {
  test::MadeRaster made{.columns = side * kForeignColumns, .rows = side * kForeignRows};
  made.values.assign(static_cast<std::size_t>(made.columns) * made.rows, value);
  test::write_made(path, made);
}

std::string pds(const std::string& image) {
  return "PDS_VERSION_ID = PDS3\r\nRECORD_TYPE = FIXED_LENGTH\r\nRECORD_BYTES = 24\r\nFILE_RECORDS = "
         "5\r\n^IMAGE = (\"" +
         image +
         "\", 1)\r\nOBJECT = IMAGE\r\n  LINES = 5\r\n  LINE_SAMPLES = 6\r\n  SAMPLE_TYPE = PC_REAL\r\n"
         "  SAMPLE_BITS = 32\r\nEND_OBJECT = IMAGE\r\nEND\r\n";
}

std::string isis3(const std::string& core) {
  return "Object = IsisCube\n  Object = Core\n    ^Core = \"" + core +
         "\"\n    StartByte = 1\n    Format = BandSequential\n    Group = Dimensions\n      Samples = 6\n"
         "      Lines = 5\n      Bands = 1\n    End_Group\n    Group = Pixels\n      Type = Real\n"
         "      ByteOrder = Lsb\n      Base = 0.0\n      Multiplier = 1.0\n    End_Group\n  "
         "End_Object\nEnd_Object\nEnd\n";
}

std::string pds4(const std::string& file) {
  return "<?xml version=\"1.0\"?>\n<Product_Observational xmlns=\"http://pds.nasa.gov/pds4/pds/v1\">"
         "<File_Area_Observational><File><file_name>" +
         file +
         "</file_name></File><Array_2D_Image><offset unit=\"byte\">0</offset><axes>2</axes>"
         "<axis_index_order>Last Index "
         "Fastest</axis_index_order><Element_Array><data_type>IEEE754LSBSingle</data_type>"
         "</Element_Array><Axis_Array><axis_name>Line</axis_name><elements>5</elements>"
         "<sequence_number>1</sequence_number></Axis_Array><Axis_Array><axis_name>Sample</axis_name>"
         "<elements>6</elements><sequence_number>2</sequence_number></Axis_Array></Array_2D_Image>"
         "</File_Area_Observational></Product_Observational>\n";
}

std::string vrt(const std::string& file) {
  return "<VRTDataset rasterXSize=\"6\" "
         "rasterYSize=\"5\"><GeoTransform>0,1,0,0,0,-1</GeoTransform><VRTRasterBand "
         "dataType=\"Float32\" band=\"1\"><SimpleSource><SourceFilename relativeToVRT=\"0\">" +
         file + "</SourceFilename><SourceBand>1</SourceBand></SimpleSource></VRTRasterBand></VRTDataset>";
}

/// Every height of every level that comes out of a raster; none where it is refused.
std::vector<float> heights_of(const fs::path& path) {
  std::vector<float> all;
  try {
    RasterSource source(path);
    for (std::size_t level = 0; level < source.info().levels.size(); ++level) {
      const RasterLevel size = source.info().levels[level];
      std::vector<float> read(static_cast<std::size_t>(size.columns) * size.rows);
      source.read_level(static_cast<int>(level), {0, 0, size.columns, size.rows}, read);
      all.insert(all.end(), read.begin(), read.end());
    }
  } catch (const InputError&) {
    return {};
  }
  return all;
}

bool holds(const std::vector<float>& heights, float value) {
  return std::find(heights.begin(), heights.end(), value) != heights.end();
}

/// A folder with a secret, and one within it with what came from elsewhere.
struct Place {
  test::ScratchFolder folder{"foreign"};
  fs::path inbox = folder / "inbox";
  Place() {
    fs::create_directories(inbox);
    write_raw(folder / "secret.dat", kSecret);
    write_tif(folder / "secret.tif", kSecret);
    write_raw(inbox / "other.dat", kSecret);  // of another name beside it
  }
};

/// A server on this machine that counts who comes.
class Server {
 public:
  Server() : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0)) {
    sockaddr_in at{};
    at.sin_family = AF_INET;
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof at;
    REQUIRE(::bind(socket_, reinterpret_cast<sockaddr*>(&at), size) == 0);
    REQUIRE(::listen(socket_, 8) == 0);
    REQUIRE(::getsockname(socket_, reinterpret_cast<sockaddr*>(&at), &size) == 0);
    url_ = "http://127.0.0.1:" + std::to_string(ntohs(at.sin_port)) + "/secret.tif";
  }
  ~Server() { ::close(socket_); }
  const std::string& url() const { return url_; }
  bool was_called() const { return ::accept(socket_, nullptr, nullptr) >= 0; }

 private:
  int socket_;
  std::string url_;
};

using Label = std::string (*)(const std::string&);
const std::pair<const char*, Label> kLabels[] = {{"site.lbl", pds}, {"site.cub", isis3}, {"site.xml", pds4}};

}  // namespace

TEST_CASE("labels read the image beside them under their own name") {
  for (const auto& [name, label] : kLabels) {
    CAPTURE(name);
    const Place place;
    write_raw(place.inbox / "site.dat", kOpen);
    write(place.inbox / name, label("site.dat"));
    CHECK(heights_of(place.inbox / name) == std::vector<float>(kForeignColumns * kForeignRows, kOpen));
  }
}

TEST_CASE("labels bring in no other file of the reader's, nor ask a server") {
  const Server server;
  for (const auto& [name, label] : kLabels) {
    const Place place;
    const std::string secret = (place.folder / "secret.dat").string();
    for (const std::string& image :
         {secret, std::string("../secret.dat"), std::string("./../secret.dat"),
          std::string("inbox/../../secret.dat"), std::string("other.dat"), "/vsisubfile/0_120," + secret,
          "/vsicurl/" + server.url(), server.url(), "/vsigzip/" + secret, "/vsisparse/" + secret}) {
      CAPTURE(name, image);
      write(place.inbox / name, label(image));
      CHECK_FALSE(holds(heights_of(place.inbox / name), kSecret));
    }
    write(place.inbox / name, label("../secret.dat"));
    CHECK_THROWS_WITH(RasterSource(place.inbox / name),
                      ContainsSubstring(name) && ContainsSubstring("secret.dat"));
  }
  CHECK_FALSE(server.was_called());
}

TEST_CASE("a link or a pipe beside a label under its own name is no way out either") {
  for (const auto& [name, label] : kLabels) {
    CAPTURE(name);
    const Place place;
    write(place.inbox / name, label("site.dat"));
    fs::create_symlink("../secret.dat", place.inbox / "site.dat");
    CHECK_FALSE(holds(heights_of(place.inbox / name), kSecret));
    fs::remove(place.inbox / "site.dat");
    REQUIRE(::mkfifo((place.inbox / "site.dat").c_str(), 0600) == 0);
    CHECK(heights_of(place.inbox / name).empty());  // and it does not wait for a writer
  }
}

TEST_CASE("a folder of links into one store is read as the store is") {
  const Place place;
  write(place.folder / "site.lbl", pds("site.dat"));
  write_raw(place.folder / "site.dat", kOpen);
  for (const char* name : {"site.lbl", "site.dat"})
    fs::create_symlink(place.folder / name, place.inbox / name);
  CHECK(holds(heights_of(place.inbox / "site.lbl"), kOpen));
}

TEST_CASE("a virtual raster is none, whatever it calls itself") {
  const Server server;
  const Place place;
  for (const std::string& file :
       {(place.folder / "secret.tif").string(), "/vsicurl/" + server.url(), std::string("site.dat.tif")})
    for (const char* name : {"site.tif", "site.vrt", "site.IMG"}) {
      CAPTURE(file, name);
      write_tif(place.inbox / "site.dat.tif", kSecret);
      write(place.inbox / name, vrt(file));
      CHECK_THROWS_WITH(RasterSource(place.inbox / name),
                        ContainsSubstring(name) && ContainsSubstring("cannot be opened"));
    }
  CHECK_FALSE(server.was_called());
}

TEST_CASE("overviews come from the file itself or from beside it") {
  const Server server;
  const Place place;
  const fs::path site = place.inbox / "site.tif", beside = place.inbox / "site.tif.ovr";
  const auto mark = [&](const std::string& file) {
    write_tif(site, kOpen, 4);
    const GDALDatasetUniquePtr data(GDALDataset::Open(site.c_str(), GDAL_OF_RASTER | GDAL_OF_UPDATE));
    REQUIRE(data);
    REQUIRE(data->SetMetadataItem("OVERVIEW_FILE", file.c_str(), "OVERVIEWS") == CE_None);
  };
  for (const std::string& file :
       {(place.folder / "secret.tif").string(), std::string(":::BASE:::/../../secret.tif"),
        "/vsicurl/" + server.url(), vrt((place.folder / "secret.tif").string())}) {
    CAPTURE(file);
    mark(file);
    const std::vector<float> heights = heights_of(site);
    CHECK(holds(heights, kOpen));
    CHECK_FALSE(holds(heights, kSecret));
    // and the same said beside it
    write_tif(site, kOpen, 4);
    write(place.inbox / "site.tif.aux.xml",
          "<PAMDataset><Metadata domain=\"OVERVIEWS\"><MDI key=\"OVERVIEW_FILE\">" + file +
              "</MDI></Metadata></PAMDataset>");
    CHECK_FALSE(holds(heights_of(site), kSecret));
    fs::remove(place.inbox / "site.tif.aux.xml");
  }
  // what lies beside it is its own, but not what that names
  write_tif(site, kOpen, 4);
  write_tif(beside, kOpen + 1.0f);
  CHECK(holds(heights_of(site), kOpen + 1.0f));
  for (const std::string& text :
       {pds("../secret.dat"), isis3("../secret.dat"), vrt((place.folder / "secret.tif").string())}) {
    write(beside, text);
    CHECK_FALSE(holds(heights_of(site), kSecret));
  }
  CHECK_FALSE(server.was_called());
}

TEST_CASE("names of drivers, of the network and of devices are no rasters") {
  const Server server;
  const Place place;
  const std::string secret = (place.folder / "secret.tif").string();
  for (const std::string& name :
       {"/vsicurl/" + server.url(), server.url(), "/vsizip//vsicurl/" + server.url(), "GTIFF_DIR:1:" + secret,
        "GTIFF_RAW:" + secret, "vrt://" + secret, vrt(secret), std::string("/vsistdin/"),
        std::string("/vsimem/x.tif"), std::string("MEM:::DATAPOINTER=4096,PIXELS=4,LINES=4"),
        "/vsisubfile/0_1000," + secret, "PDS4:" + secret + ":1:1"}) {
    CAPTURE(name);
    CHECK_THROWS_AS(RasterSource(name), InputError);
  }
  CHECK_THROWS_WITH(RasterSource("/dev/zero"), ContainsSubstring("a device, pipe or socket"));
  const fs::path pipe = place.inbox / "pipe.tif";
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  CHECK_THROWS_WITH(RasterSource(pipe), ContainsSubstring("a device, pipe or socket"));
  CHECK_FALSE(server.was_called());
  // a file whose name looks like one of them is a file
  const fs::path before = fs::current_path();
  fs::current_path(place.inbox);
  write_tif("MEM_x.tif", kOpen);
  fs::rename("MEM_x.tif", "GTIFF_DIR:1:a.tif");
  CHECK(holds(heights_of("GTIFF_DIR:1:a.tif"), kOpen));
  fs::current_path(before);
}
