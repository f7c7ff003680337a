// SPDX-License-Identifier: BSD-3-Clause
// grouser doctor: lists what this machine has, and what to do if something is missing. Each look_at function
// examines one part and adds its findings; no failure of one keeps the others from running.
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <iostream>

#include "commands.hpp"
#include "common/build_facts.hpp"
#include "common/control_groups.hpp"
#include "common/processors.hpp"
#include "grouser/base/asset_path.hpp"
#include "grouser/base/json_text.hpp"
#include "grouser/base/shown_text.hpp"
#include "grouser/base/version.hpp"
#include "grouser/survey/raster/raster_source.hpp"
#include "shared/console.hpp"

namespace grouser::cli {
namespace {
namespace fs = std::filesystem;

struct DoctorArguments {
  bool json = false;
};

/// ok: as it should be. note: works, with something missing. problem: something does not work.
struct Finding {
  std::string about, state, found, advice;
};

/// The findings in the order in which they were made, and the number of problems among them.
class Findings {
 public:
  void ok(const std::string& about, const std::string& found) { list_.push_back({about, "ok", found, ""}); }
  void note(const std::string& about, const std::string& found, const std::string& advice) {
    list_.push_back({about, "note", found, advice});
  }
  void problem(const std::string& about, const std::string& found, const std::string& advice) {
    list_.push_back({about, "problem", found, advice});
    ++problems_;
  }
  const std::vector<Finding>& list() const { return list_; }
  int problems() const { return problems_; }

 private:
  std::vector<Finding> list_;
  int problems_ = 0;
};

/// Version, build facts, the vector level and the folder of assets.
void look_at_program(Findings& out) {
  out.ok("version", fmt::format("grouser {} ({})", version(), build_commit()));
  for (const auto& [name, text] : build_facts()) {
    if (name == "vector level used" && text.rfind("none", 0) == 0)
      out.problem(name, text, "set GROUSER_SIMD_LEVEL to a level of this machine, or unset it");
    else if (name != "commit")
      out.ok(name, text);
  }
  try {
    out.ok("assets", fmt::format("{} ({})", home_folder().string(),
                                 count_text(asset_ids("scenarios").size(), "scenario")));
  } catch (const std::exception& error) {
    out.problem("assets", error.what(),
                "set GROUSER_HOME to the folder that holds assets/, or install Grouser anew");
  }
}

/// Reading one shows that the library which reads rasters is there and of this build.
void look_at_rasters(Findings& out) {
  try {
    const fs::path file = home_folder() / "terrains" / "mars_made.tif";
    const RasterSource source(file);
    out.ok("rasters",
           file.string() + " was read; formats: GeoTIFF, PDS 3 and 4, ISIS 2 and 3, VICAR, ENVI, JPEG 2000");
  } catch (const std::exception& error) {
    out.problem("rasters", error.what(),
                "install Grouser anew: its library of rasters or its terrains are missing");
  }
}

/// MemTotal of /proc/meminfo, bytes; 0: not known.
std::uint64_t machine_memory() {
  std::ifstream file("/proc/meminfo");
  std::string word;
  std::uint64_t kilobytes = 0;
  return file >> word >> kilobytes ? kilobytes * 1024 : 0;
}

/// Processors and memory, where the machine's are compared with those that this process may use.
void look_at_machine(Findings& out) {
  const long online = ::sysconf(_SC_NPROCESSORS_ONLN);
  const int allowed = allowed_processors();
  const std::string cores = fmt::format("{} of {}", allowed, online);
  if (allowed < online)
    out.note(
        "processors", cores,
        "an affinity mask or a control group's quota holds the others back; --jobs counts the allowed ones");
  else
    out.ok("processors", cores);
  const double total = static_cast<double>(machine_memory()) / (1u << 30),
               most = static_cast<double>(allowed_memory()) / (1u << 30);
  if (most > 0.0 && most < total)
    out.note("memory", fmt::format("{:.1f} GiB of {:.1f} GiB", most, total),
             "a control group limits it; fewer --jobs need less");
  else
    out.ok("memory", fmt::format("{:.1f} GiB", total));
}

/// Whether a file can be made in the folder, or in the nearest one above it that is there.
void look_at_folder(const std::string& about, fs::path folder, Findings& out) {
  std::error_code ec;
  const std::string name = folder.string();
  while (!folder.empty() && !fs::exists(folder, ec) && folder != folder.root_path())
    folder = folder.parent_path();
  if (::access(folder.c_str(), W_OK | X_OK) == 0)
    out.ok(about, name + ": can be written in");
  else
    out.problem(about, name + ": cannot be written in",
                "change its owner or permissions, or name another folder");
}

/// The current folder, and the one in which the window keeps its state (XDG Base Directory).
void look_at_folders(Findings& out) {
  std::error_code ec;
  look_at_folder("this folder", fs::current_path(ec), out);
  const char* const state = std::getenv("XDG_STATE_HOME");
  const char* const home = std::getenv("HOME");
  if (state && *state)
    look_at_folder("state folder", fs::path(state) / "grouser", out);
  else if (home && *home)
    look_at_folder("state folder", fs::path(home) / ".local/state/grouser", out);
  else
    out.note("state folder", "neither XDG_STATE_HOME nor HOME is set",
             "the window forgets its recent files; set one of them");
}

/// Everything that a program says on its standard output; empty where it cannot be run.
std::string output_of(const std::string& line) {
  std::string text;
  FILE* const pipe = ::popen(line.c_str(), "r");
  if (!pipe) return text;
  char block[4096];
  for (std::size_t count = 0; (count = std::fread(block, 1, sizeof block, pipe)) > 0;)
    text.append(block, count);
  ::pclose(pipe);
  return text;
}

/// The text as one word of sh: in single quotes, each inner quote escaped.
std::string shell_quoted(const std::string& text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

/// Display, OpenGL, fonts and library versions, from the JSON that grouser-desktop --probe prints.
void look_at_drawing(const Json& probe, Findings& out) {
  const std::string display = probe.value("display", "none");
  if (display == "none")
    out.note("display", "neither DISPLAY nor WAYLAND_DISPLAY is set",
             "no window can open here; --screenshot and --video need none");
  else
    out.ok("display", display);
  if (probe.contains("gl_error"))
    out.problem("OpenGL", probe.value("gl_error", ""),
                "install a driver: apt install libgl1-mesa-dri libegl1");
  else
    out.ok("OpenGL", probe.value("gl_version", "") + ", " + probe.value("gl_renderer", ""));
  const Json fonts = probe.value("fonts", Json::object());
  if (fonts.value("text", "").empty())
    out.note("font of texts", "neither Roboto nor DejaVu Sans was found", "apt install fonts-dejavu-core");
  else
    out.ok("font of texts", fonts.value("text", ""));
  if (fonts.value("far_east", "").empty())
    out.note("font of Chinese and Japanese", "none was found",
             "apt install fonts-noto-cjk, where such names are shown");
  else
    out.ok("font of Chinese and Japanese", fonts.value("far_east", ""));
  const Json versions = probe.value("versions", Json::object());
  for (const auto& [name, version] : versions.items()) out.ok(name, version.get<std::string>());
}

/// Runs grouser-desktop from the folder of this program with --probe.
void look_at_window(Findings& out) {
  std::error_code ec;
  const fs::path desktop = fs::read_symlink("/proc/self/exe", ec).parent_path() / "grouser-desktop";
  if (!fs::exists(desktop, ec))
    return out.note("window", "no grouser-desktop beside grouser",
                    "build or install it to look at runs; all else works without it");
  // A driver that hangs must not hang this program.
  const std::string said = output_of("timeout 30 " + shell_quoted(desktop.string()) + " --probe 2>/dev/null");
  try {
    const Json probe = parse_json<Json>(said, desktop.string());
    out.ok("window", desktop.string());
    look_at_drawing(probe, out);
  } catch (const std::exception&) {
    out.problem("window", desktop.string() + " does not start",
                "run grouser-desktop --version: it says what is missing");
  }
}

/// Prints the findings. Returns kExitFailed if one is a problem.
int examine(const DoctorArguments& arguments) {
  Findings findings;
  look_at_program(findings);
  look_at_rasters(findings);
  look_at_machine(findings);
  look_at_folders(findings);
  look_at_window(findings);
  Json list = Json::array();
  for (const Finding& f : findings.list()) {
    list.push_back({{"about", f.about}, {"state", f.state}, {"found", f.found}, {"advice", f.advice}});
    if (arguments.json) continue;
    std::cout << fmt::format("{:8} {}: {}\n", f.state, f.about, shown_line(f.found));
    if (!f.advice.empty()) std::cout << fmt::format("{:8}   {}\n", "", f.advice);
  }
  if (arguments.json) print_json({{"problems", findings.problems()}, {"findings", list}});
  return findings.problems() > 0 ? kExitFailed : kExitOk;
}

}  // namespace

void declare_doctor(Command& command) {
  auto& a = command.runs(examine);
  command.flag("--json", a.json, "Report as JSON");
  command.footer("Example: grouser doctor\nExit code 1 where there is a problem; notes are none.");
}

}  // namespace grouser::cli
