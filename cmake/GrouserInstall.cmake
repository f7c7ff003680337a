# SPDX-License-Identifier: BSD-3-Clause
# What `cmake --install` puts where. Programs find their files from their own place (home_folder(), raster_library.cpp), so the prefix
# may be moved afterwards. Components: programs (package grouser), development (libgrouser-dev), documentation (grouser-doc), and python
# (python3-grouser), which python/CMakeLists.txt installs.
include(CMakePackageConfigHelpers)

set(GROUSER_DATA_FOLDER ${CMAKE_INSTALL_DATADIR}/grouser)

install(TARGETS grouser RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT programs)
foreach(program grouser-desktop grouser-mpi)
  if(TARGET ${program})
    install(TARGETS ${program} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT programs)
  endif()
endforeach()
install(TARGETS grouser_gdal grouser_fmu LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/grouser COMPONENT programs)
install(DIRECTORY assets terrains DESTINATION ${GROUSER_DATA_FOLDER} COMPONENT programs)
# Of the start page.
install(DIRECTORY docs/images/scenarios/ DESTINATION ${GROUSER_DATA_FOLDER}/pictures COMPONENT programs FILES_MATCHING PATTERN "*.png")

# Man pages and completions, made by the build.
install(DIRECTORY ${PROJECT_BINARY_DIR}/share/ DESTINATION ${CMAKE_INSTALL_DATADIR} COMPONENT programs OPTIONAL)

# Those of src/include are for the modules and programs of this tree.
install(DIRECTORY include/grouser DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development FILES_MATCHING PATTERN "*.hpp")
# libgrouser.so: all modules in one shared object, of the same compiled files as the static libraries.
get_property(modules GLOBAL PROPERTY GROUSER_MODULES)
get_property(module_libs GLOBAL PROPERTY GROUSER_MODULE_LIBS)
list(REMOVE_DUPLICATES module_libs)
list(TRANSFORM modules REPLACE "(.+)" "$<TARGET_OBJECTS:grouser_\\1>" OUTPUT_VARIABLE objects)
add_library(grouser_shared SHARED ${objects})
grouser_compile_settings(grouser_shared)
set_target_properties(grouser_shared PROPERTIES OUTPUT_NAME grouser EXPORT_NAME grouser LINKER_LANGUAGE CXX VERSION ${PROJECT_VERSION}
  SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR} LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
target_link_libraries(grouser_shared PRIVATE ${module_libs} INTERFACE Eigen3::Eigen)
target_include_directories(grouser_shared INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
target_compile_features(grouser_shared INTERFACE cxx_std_20)
install(TARGETS grouser_shared EXPORT GrouserSharedTargets LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library
  NAMELINK_COMPONENT development)
install(EXPORT GrouserSharedTargets NAMESPACE Grouser:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/Grouser COMPONENT development)
install(EXPORT GrouserStaticTargets NAMESPACE Grouser:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/Grouser COMPONENT development)
list(JOIN modules " " GROUSER_MODULE_NAMES)
configure_package_config_file(cmake/GrouserConfig.cmake.in ${CMAKE_CURRENT_BINARY_DIR}/GrouserConfig.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/Grouser)
# Before version 1.0 a minor version may change the library's interface.
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/GrouserConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/GrouserConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/GrouserConfigVersion.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/Grouser COMPONENT development)

install(DIRECTORY docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT documentation)
install(FILES README.md CITATION.cff CONTRIBUTING.md DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT documentation)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT programs)
