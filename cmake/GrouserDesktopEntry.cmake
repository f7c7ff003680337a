# SPDX-License-Identifier: BSD-3-Clause
# The window as a program of the desktop: entry, icon, AppStream data and type of run files, named GROUSER_APP_ID.
if(NOT TARGET grouser-desktop)
  return()
endif()

# Turned round, the name without its last word is the domain of the developers.
string(REGEX REPLACE "\\.[^.]*$" "" GROUSER_DEVELOPER_ID ${GROUSER_APP_ID})
file(STRINGS ${PROJECT_SOURCE_DIR}/CITATION.cff GROUSER_RELEASE_DATE REGEX "^date-released:")
string(REGEX REPLACE "^date-released: *\"([-0-9]+)\"$" "\\1" GROUSER_RELEASE_DATE "${GROUSER_RELEASE_DATE}")

set(entry ${PROJECT_BINARY_DIR}/desktop_entry)
configure_file(packaging/desktop.in ${entry}/${GROUSER_APP_ID}.desktop @ONLY)
configure_file(packaging/metainfo.xml.in ${entry}/${GROUSER_APP_ID}.metainfo.xml @ONLY)
install(FILES ${entry}/${GROUSER_APP_ID}.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications COMPONENT programs)
install(FILES ${entry}/${GROUSER_APP_ID}.metainfo.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/metainfo COMPONENT programs)
install(FILES packaging/icon.svg DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps RENAME ${GROUSER_APP_ID}.svg
  COMPONENT programs)
install(FILES packaging/mime.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/mime/packages RENAME ${GROUSER_APP_ID}.xml COMPONENT programs)
