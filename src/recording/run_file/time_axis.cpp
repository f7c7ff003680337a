// SPDX-License-Identifier: BSD-3-Clause
// Writes what H5DSset_scale() and H5DSattach_scale() of HDF5's high-level library write. That library
// rewrites the axis' list of users for each of them, which is quadratic in the number of channels.
#include "time_axis.hpp"

#include <set>
#include <string>
#include <string_view>

#include "run_layout.hpp"

namespace grouser {
namespace {
using hdf5::check;
using hdf5::checked;
using hdf5::Handle;
namespace layout = run_layout;

// HDF5 1.10.8 cannot flush a growing file whose axis has more users than about 4,200.
constexpr std::size_t kMostChannels = 3000;

/// One user of the axis, in the layout of the specification: the dataset, and which of its dimensions.
struct AxisUser {
  hobj_ref_t dataset = 0;
  int dimension = 0;
};

/// Writes a text attribute that ends with a zero byte, as the specification asks for.
void write_terminated(hid_t object, const char* name, std::string_view text) {
  const std::string terminated(text);
  const Handle type = checked(H5Tcopy(H5T_C_S1), "text type");
  check(H5Tset_size(type, terminated.size() + 1), "text type");
  const Handle space = checked(H5Screate(H5S_SCALAR), "dataspace");
  const Handle attribute = checked(H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT), name);
  check(H5Awrite(attribute, type, terminated.c_str()), name);
}

/// Writes a list of one element per dimension of the dataset, each a list of the scales of that dimension.
void write_dimension_list(hid_t dataset, hobj_ref_t axis) {
  const Handle type = checked(H5Tvlen_create(H5T_STD_REF_OBJ), "dimension list");
  const hsize_t dimensions = 1;
  const Handle space = checked(H5Screate_simple(1, &dimensions, nullptr), "dimension list");
  const Handle attribute =
      checked(H5Acreate2(dataset, "DIMENSION_LIST", type, space, H5P_DEFAULT, H5P_DEFAULT), "dimension list");
  const hvl_t scales{1, &axis};
  check(H5Awrite(attribute, type, &scales), "dimension list");
}

/// Writes the list of all datasets that use the axis.
void write_users(hid_t axis, const std::vector<AxisUser>& users) {
  const Handle type = checked(H5Tcreate(H5T_COMPOUND, sizeof(AxisUser)), "users of the axis");
  check(H5Tinsert(type, "dataset", HOFFSET(AxisUser, dataset), H5T_STD_REF_OBJ), "users of the axis");
  check(H5Tinsert(type, "dimension", HOFFSET(AxisUser, dimension), H5T_NATIVE_INT), "users of the axis");
  const hsize_t count = users.size();
  const Handle space = checked(H5Screate_simple(1, &count, nullptr), "users of the axis");
  const Handle attribute =
      checked(H5Acreate2(axis, "REFERENCE_LIST", type, space, H5P_DEFAULT, H5P_DEFAULT), "users of the axis");
  check(H5Awrite(attribute, type, users.data()), "users of the axis");
}

/// HDF5's reference to the object at a path.
hobj_ref_t reference_to(hid_t file, const std::string& path) {
  hobj_ref_t reference = 0;
  check(H5Rcreate(&reference, file, path.c_str(), H5R_OBJECT, -1), path);
  return reference;
}

/// The standard name of the CF table that means the same with the same sign, or none.
std::string_view standard_name(std::string_view channel) {
  for (const std::string_view body : {"chassis/", "lander/"}) {
    if (channel.ends_with(std::string(body) + "roll")) return "platform_roll_starboard_down";
    if (channel.ends_with(std::string(body) + "pitch")) return "platform_pitch_fore_down";
  }
  return {};
}

/// The folder of a channel, with a slash at its end.
std::string folder_of(const std::string& path) { return path.substr(0, path.rfind('/') + 1); }

/// Links the axis as "time" into each folder of channels that has no such name.
void link_into_folders(hid_t file, const std::vector<ChannelSpec>& channels) {
  std::set<std::string> folders;
  for (const ChannelSpec& channel : channels) folders.insert(folder_of(layout::kChannels + channel.name));
  for (const std::string& folder : folders) {
    const std::string link = folder + "time";
    if (H5Lexists(file, link.c_str(), H5P_DEFAULT) > 0) continue;
    check(H5Lcreate_hard(file, layout::kTime, file, link.c_str(), H5P_DEFAULT, H5P_DEFAULT), link);
  }
}

}  // namespace

void write_time_axis(hid_t file, const std::vector<ChannelSpec>& channels) {
  if (channels.size() > kMostChannels) return;
  const Handle axis = hdf5::open_dataset(file, layout::kTime);
  const hobj_ref_t axis_reference = reference_to(file, layout::kTime);
  write_terminated(axis, "CLASS", "DIMENSION_SCALE");
  write_terminated(axis, "NAME", "time");
  hdf5::write_attribute(axis, "units", "s");
  hdf5::write_attribute(axis, "long_name", "time");
  hdf5::write_attribute(axis, "standard_name", "time");

  // The datasets of a row per frame: the program's own three, and the channels with their units. A ratio has
  // the unit "1" there, "-" in the attribute of ours.
  std::vector<AxisUser> users;
  const auto add = [&](const std::string& path) {
    Handle dataset = hdf5::open_dataset(file, path);
    write_dimension_list(dataset, axis_reference);
    users.push_back({reference_to(file, path), 0});
    return dataset;
  };
  for (const char* path : {layout::kStep, layout::kStateHash, layout::kRowHash}) add(path);
  for (const ChannelSpec& channel : channels) {
    const Handle dataset = add(layout::kChannels + channel.name);
    hdf5::write_attribute(dataset, "units", channel.unit == "-" ? "1" : channel.unit);
    hdf5::write_attribute(dataset, "long_name",
                          channel.description.empty() ? channel.name : channel.description);
    if (const auto name = standard_name(channel.name); !name.empty())
      hdf5::write_attribute(dataset, "standard_name", name);
  }
  write_users(axis, users);
  link_into_folders(file, channels);
  hdf5::write_attribute(file, "Conventions", "CF-1.8");
}

}  // namespace grouser
