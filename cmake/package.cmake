# A Debian package with a service: cmake --build --preset release --target package
# (or: cd build/release && cpack). packaging/ has what goes into it besides the program and its documents.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME spielwerk)
set(CPACK_PACKAGE_CONTACT "The authors of Spielwerk <spielwerk@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "abstract board games, for people and programs")
set(CPACK_PACKAGE_DESCRIPTION "Connect6, Othello, TowerWars, Kaskade and Tic-Tac-Toe, in the browser and in the terminal,
against the computer, against each other and across the network. A service for a
school or a club is part of it, not running unless you enable it:
systemctl enable --now spielwerk")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SECTION games)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS adduser)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_PREFIX /usr)
# Files of the package alone have absolute places: this keeps them inside of it.
set(CPACK_SET_DESTDIR ON)

set(packaging ${CMAKE_SOURCE_DIR}/packaging)
set(root ${CMAKE_BINARY_DIR}/package)
file(REMOVE_RECURSE ${root})
function(put source folder)
  file(COPY ${source} DESTINATION ${root}/${folder})
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${source})
endfunction()
function(put_compressed source target)
  cmake_path(GET target PARENT_PATH folder)
  file(MAKE_DIRECTORY ${root}/${folder})
  execute_process(COMMAND gzip -9nc ${source} OUTPUT_FILE ${root}/${target} COMMAND_ERROR_IS_FATAL ANY)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${source})
endfunction()
put(${packaging}/spielwerk.service usr/lib/systemd/system)
put(${packaging}/spielwerk.socket usr/lib/systemd/system)
put(${packaging}/spielwerk.conf etc/spielwerk)
put_compressed(${packaging}/spielwerk.1 usr/share/man/man1/spielwerk.1.gz)
put_compressed(${CMAKE_SOURCE_DIR}/CHANGELOG.md usr/share/doc/spielwerk/changelog.gz)
file(READ ${CMAKE_SOURCE_DIR}/LICENSE licence)
file(WRITE ${root}/usr/share/doc/spielwerk/copyright "Spielwerk\n\n${licence}")
set(CPACK_INSTALLED_DIRECTORIES ${root} /)

file(WRITE ${CMAKE_BINARY_DIR}/conffiles "/etc/spielwerk/spielwerk.conf\n")
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA ${CMAKE_BINARY_DIR}/conffiles ${packaging}/postinst
  ${packaging}/prerm ${packaging}/postrm)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
include(CPack)
