# SPDX-License-Identifier: BSD-3-Clause
# Debian packages by CPack, one for each component: grouser, libgrouser0.2, libgrouser-dev, grouser-doc and, where it is built,
# python3-grouser. scripts/package makes them.
# debian_tree.cmake gives each package what Debian asks for beyond the installed files.
find_program(DPKG_ARCHITECTURE dpkg-architecture)
if(NOT DPKG_ARCHITECTURE)
  return()
endif()

# One version for each release, older ones first, so that an upgrade of the system upgrades the package: 0.2.0-1~deb13.
set(system unknown)
if(EXISTS /etc/os-release)
  file(STRINGS /etc/os-release lines REGEX "^(ID|VERSION_ID)=")
  set(system "")
  foreach(key ID VERSION_ID)
    set(line "${lines}")
    list(FILTER line INCLUDE REGEX "^${key}=")
    string(REGEX REPLACE "^[A-Z_]*=|\"" "" line "${line}")
    string(APPEND system "${line}")
  endforeach()
  string(REGEX REPLACE "^debian" "deb" system "${system}")
endif()
set(GROUSER_DEBIAN_VERSION "${PROJECT_VERSION}-1~${system}")

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME grouser)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "simulator of planetary rovers and landers")
set(CPACK_PACKAGE_VENDOR "The Grouser developers")
# The project has no address yet: .invalid is the domain that never has one (RFC 2606).
set(CPACK_PACKAGE_CONTACT "The Grouser developers <developers@grouser.invalid>")
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR}/packages)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_SET_DESTDIR OFF)
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_COMPONENTS_ALL programs library development documentation)
if(TARGET grouser_python)
  list(APPEND CPACK_COMPONENTS_ALL python)
endif()
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(runtime "libgrouser${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}")
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_BINARY_DIR}/debian_tree.cmake)
# The text of the licence in Debian's form: each line begins with a space, an empty one has a dot.
file(READ ${PROJECT_SOURCE_DIR}/LICENSE licence)
string(REGEX REPLACE "^.*developers\n\n" "" licence "${licence}")
string(REGEX REPLACE "\n\n" "\n.\n" licence "${licence}")
string(REGEX REPLACE "\n(.)" "\n \\1" licence " ${licence}")
configure_file(packaging/debian_copyright.in ${PROJECT_BINARY_DIR}/debian_copyright @ONLY)
configure_file(cmake/debian_tree.cmake.in ${PROJECT_BINARY_DIR}/debian_tree.cmake @ONLY)

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_DEBIAN_PACKAGE_RELEASE "1~${system}")
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

# The programs. Display libraries that libepoxy loads by itself are not seen by dpkg-shlibdeps.
set(CPACK_DEBIAN_PROGRAMS_PACKAGE_NAME grouser)
set(CPACK_DEBIAN_PROGRAMS_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PROGRAMS_PACKAGE_SHLIBDEPS ON)
if(TARGET grouser-desktop)
  set(CPACK_DEBIAN_PROGRAMS_PACKAGE_DEPENDS "libegl1, libgl1")
endif()
set(CPACK_DEBIAN_PROGRAMS_PACKAGE_RECOMMENDS "fonts-roboto | fonts-dejavu-core")
set(CPACK_DEBIAN_PROGRAMS_PACKAGE_SUGGESTS "grouser-doc, libgrouser-dev, ffmpeg, fonts-noto-cjk")
set(CPACK_DEBIAN_PROGRAMS_DESCRIPTION "Grouser simulates how planetary rovers and landers move: they drive, climb,
drop off a step, land and walk, on hard ground and on soft soil.

This package has the command line (grouser), the window (grouser-desktop),
the program for campaigns over ranks of MPI (grouser-mpi), and the rovers,
landers, soils, scenarios and terrains that come with them.")

# The shared library, named by its version as Debian names libraries. It reads rasters and assets by the files of the programs' package.
set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME ${runtime})
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SHLIBDEPS ON)
# Which package a program needs that links to it, and the update of the linker's cache.
set(control ${PROJECT_BINARY_DIR}/debian_library)
file(CONFIGURE OUTPUT ${control}/shlibs CONTENT "libgrouser ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR} ${runtime} (= ${GROUSER_DEBIAN_VERSION})\n")
file(CONFIGURE OUTPUT ${control}/triggers CONTENT "activate-noawait ldconfig\n")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_CONTROL_EXTRA "${control}/shlibs;${control}/triggers")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_DEPENDS "grouser (= ${GROUSER_DEBIAN_VERSION})")
set(CPACK_DEBIAN_LIBRARY_DESCRIPTION "Grouser simulates how planetary rovers and landers move: they drive, climb,
drop off a step, land and walk, on hard ground and on soft soil.

This package has the shared library, for programs that were built on it.")

# Whoever links to the static library needs what it is linked to (GrouserConfig.cmake.in).
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libgrouser-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
string(JOIN ", " CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "grouser (= ${GROUSER_DEBIAN_VERSION})" "${runtime} (= ${GROUSER_DEBIAN_VERSION})" libboost-dev libcairo2-dev libeigen3-dev
  libfmt-dev libhdf5-dev libtbb-dev libtinyxml2-dev libtomlplusplus-dev libzip-dev libzstd-dev nlohmann-json3-dev pkgconf zlib1g-dev)
set(CPACK_DEBIAN_DEVELOPMENT_DESCRIPTION "Grouser simulates how planetary rovers and landers move: they drive, climb,
drop off a step, land and walk, on hard ground and on soft soil.

This package has the library to link to, shared and static, its headers,
and the files by which a CMake project finds them: find_package(Grouser).")

set(CPACK_DEBIAN_DOCUMENTATION_PACKAGE_NAME grouser-doc)
set(CPACK_DEBIAN_DOCUMENTATION_PACKAGE_SECTION doc)
set(CPACK_DEBIAN_DOCUMENTATION_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_DOCUMENTATION_DESCRIPTION "Grouser simulates how planetary rovers and landers move: they drive, climb,
drop off a step, land and walk, on hard ground and on soft soil.

This package has the user guide, the theory, the validation and the
description of every file format.")

# The compiled part is one for this release's Python.
if(TARGET grouser_python)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-grouser)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_SHLIBDEPS ON)
  string(JOIN ", " CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "grouser (= ${GROUSER_DEBIAN_VERSION})" "python3 (>= ${GROUSER_PYTHON_SINCE})"
    "python3 (<< ${GROUSER_PYTHON_BEFORE})" python3-numpy)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_RECOMMENDS "python3-matplotlib")
  set(CPACK_DEBIAN_PYTHON_PACKAGE_SUGGESTS "grouser-doc, python3-pandas, python3-tqdm, python3-xarray")
  set(CPACK_DEBIAN_PYTHON_DESCRIPTION "Grouser simulates how planetary rovers and landers move: they drive, climb,
drop off a step, land and walk, on hard ground and on soft soil.

This package is for Python: scenarios, runs, stepped simulations and studies
as objects, and their results as numpy arrays.")
endif()

include(CPack)
