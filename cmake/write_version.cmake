# Writes the source that tells which build this is (core/version.h), at every build; the file is
# touched only if something has changed, so that nothing else is compiled or linked for it.
#   cmake -D SOURCES=folder -D VERSION=0.2.0 -D COMPILER=GNU -D COMPILER_VERSION=12.2.0
#         -D KIND=Release -D OUT=file.cpp -P write_version.cmake
cmake_minimum_required(VERSION 3.25)

# A folder without a repository may lie inside of somebody else's.
set(commit "")
if(EXISTS ${SOURCES}/.git)
  execute_process(COMMAND git describe --always --dirty --match= --abbrev=7
    WORKING_DIRECTORY ${SOURCES} OUTPUT_VARIABLE commit RESULT_VARIABLE failed
    OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(failed)
    set(commit "")
  endif()
endif()

if(COMPILER STREQUAL "GNU")
  set(COMPILER GCC)
endif()
set(content "// Written by cmake/write_version.cmake.
#include \"core/version.h\"

namespace spielwerk {

const Build kBuild{.version = \"${VERSION}\",
                   .commit = \"${commit}\",
                   .compiler = \"${COMPILER} ${COMPILER_VERSION}\",
                   .kind = \"${KIND}\",
                   .level = SPIELWERK_LEVEL};

}  // namespace spielwerk
")
set(before "")
if(EXISTS ${OUT})
  file(READ ${OUT} before)
endif()
if(NOT before STREQUAL content)
  file(WRITE ${OUT} "${content}")
endif()
