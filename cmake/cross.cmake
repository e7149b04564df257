# Libraries for another architecture, from the sources that Debian's packages for this one bring along:
# fmt and Boost as headers, GoogleTest compiled here.
file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/include)
set(boost /usr/include/boost)
if(EXISTS ${CMAKE_SOURCE_DIR}/build/packages/complete)
  set(boost ${CMAKE_SOURCE_DIR}/build/packages/usr/include/boost)
endif()
file(CREATE_LINK /usr/include/fmt ${CMAKE_BINARY_DIR}/include/fmt SYMBOLIC)
file(CREATE_LINK ${boost} ${CMAKE_BINARY_DIR}/include/boost SYMBOLIC)
foreach(library fmt::fmt Boost::headers)
  add_library(${library} INTERFACE IMPORTED)
  target_include_directories(${library} INTERFACE ${CMAKE_BINARY_DIR}/include)
endforeach()
target_compile_definitions(fmt::fmt INTERFACE FMT_HEADER_ONLY)
# Outside of what this project demands of its own sources; without its optional C sources.
enable_language(C)
add_subdirectory(/usr/src/googletest ${CMAKE_BINARY_DIR}/googletest EXCLUDE_FROM_ALL)
