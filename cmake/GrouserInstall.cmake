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
install(TARGETS grouser_gdal LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/grouser COMPONENT programs)
install(DIRECTORY assets terrains DESTINATION ${GROUSER_DATA_FOLDER} COMPONENT programs)
# Of the start page.
install(DIRECTORY docs/images/scenarios/ DESTINATION ${GROUSER_DATA_FOLDER}/pictures COMPONENT programs FILES_MATCHING PATTERN "*.png")

# Man pages and completions, made by the build.
install(DIRECTORY ${PROJECT_BINARY_DIR}/share/ DESTINATION ${CMAKE_INSTALL_DATADIR} COMPONENT programs OPTIONAL)

install(DIRECTORY include/grouser DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development FILES_MATCHING PATTERN "*.hpp")
install(EXPORT GrouserTargets NAMESPACE Grouser:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/Grouser COMPONENT development)
configure_package_config_file(cmake/GrouserConfig.cmake.in ${CMAKE_CURRENT_BINARY_DIR}/GrouserConfig.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/Grouser)
# Before version 1.0 a minor version may change the library's interface.
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/GrouserConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/GrouserConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/GrouserConfigVersion.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/Grouser COMPONENT development)

install(DIRECTORY docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT documentation)
install(FILES README.md CITATION.cff CONTRIBUTING.md DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT documentation)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT programs)
