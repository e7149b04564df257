# The program runs on every x86-64 processor and is as fast as one made for the processor it meets.
# Everything is compiled for the first x86-64 processors; the libraries in which the time goes (fast
# libraries: rules and search) are compiled again for each level of the architecture, and each level
# has a program of its own, <level>/spielwerk, linked from its objects and everything else. At its
# start `spielwerk` becomes the best of them that the processor can run (src/app/levels.cpp), or stays
# what it is: no instruction of a higher level is in it.
#
# SPIELWERK_NATIVE makes one program for this machine instead; other architectures have one too.

set(levels)
if(SPIELWERK_NATIVE)
  set(baseline native)
  add_compile_options(-march=native)
  # Of processors with AVX10 clang 19 complains that it takes their vectors for longer ones.
  include(CheckCXXCompilerFlag)
  check_cxx_compiler_flag(-Winvalid-feature-combination has_feature_warning)
  if(has_feature_warning)
    add_compile_options(-Wno-invalid-feature-combination)
  endif()
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$")
  set(baseline x86-64)
  add_compile_options(-march=x86-64)
  set(SPIELWERK_LEVELS x86-64-v3 CACHE STRING
    "Levels that have a program besides the one for all x86-64 processors, best first")
  set(levels ${SPIELWERK_LEVELS})
else()
  set(baseline ${CMAKE_SYSTEM_PROCESSOR})
endif()

# The level that tests and benchmarks have: the best that this machine can run.
set(test_level)
if(levels AND (SPIELWERK_TESTS OR SPIELWERK_BENCH))
  include(CheckCXXSourceRuns)
  foreach(level IN LISTS levels)
    if(NOT test_level)
      check_cxx_source_runs(
        "int main() { return __builtin_cpu_supports(\"${level}\") ? 0 : 1; }" runs_${level})
      if(runs_${level})
        set(test_level ${level})
      endif()
    endif()
  endforeach()
endif()

# Some processors multiply and add in one step, which rounds once less: all are to play alike.
set(same_arithmetic -ffp-contract=off)

# How a level is compiled for. Tuned for the first processors that had it, which also suits the later ones
# better than what the compiler does for no processor in particular.
set(options_of_x86-64-v3 -march=x86-64-v3 -mtune=haswell)

# The objects of a fast library for every level.
function(compile_for_levels library)
  get_target_property(sources ${library} SOURCES)
  foreach(level IN LISTS levels)
    set(level_options -march=${level})
    if(DEFINED options_of_${level})
      set(level_options ${options_of_${level}})
    endif()
    add_library(${library}-${level} OBJECT ${sources})
    # Tools that read the sources need to read them once only.
    set_target_properties(${library}-${level} PROPERTIES EXPORT_COMPILE_COMMANDS OFF)
    target_link_libraries(${library}-${level} PRIVATE spielwerk_options ${ARGN})
    target_compile_options(${library}-${level} PRIVATE ${level_options} ${same_arithmetic})
    leave_stacks_unchecked(${library}-${level})
    add_dependencies(${library}-${level} check_layers)
  endforeach()
endfunction()

# Adds the source that tells which build this is, which `writer` writes.
function(tell_level library source writer)
  target_sources(${library} PRIVATE ${source})
  target_compile_definitions(${library} PRIVATE SPIELWERK_LEVEL="${baseline}")
  add_dependencies(${library} ${writer})
  foreach(level IN LISTS levels)
    target_sources(${library}-${level} PRIVATE ${source})
    target_compile_definitions(${library}-${level} PRIVATE SPIELWERK_LEVEL="${level}")
    add_dependencies(${library}-${level} ${writer})
  endforeach()
endfunction()

# Links a program with a level's objects. They stand before all libraries, so the linker never takes
# their like out of those, and of an inline function that both have it keeps theirs.
function(use_objects_of_level target level)
  foreach(library IN LISTS fast_libraries)
    target_sources(${target} PRIVATE $<TARGET_OBJECTS:${library}-${level}>)
  endforeach()
endfunction()

# For tests and benchmarks. What has templates of rules and search in it is compiled for the level too.
function(compile_for_test_level target)
  if(test_level)
    target_compile_options(${target} PRIVATE -march=${test_level})
  endif()
endfunction()
function(use_objects_of_test_level target)
  if(test_level)
    use_objects_of_level(${target} ${test_level})
  endif()
endfunction()

# The programs of all levels, and the choice between them as part of `program`.
function(add_level_programs program main choice)
  if(NOT levels)
    return()
  endif()
  foreach(level IN LISTS levels)
    add_executable(${program}-${level} ${main})
    use_objects_of_level(${program}-${level} ${level})
    target_link_libraries(${program}-${level} PRIVATE ${ARGN})
    # Under the same name, so that it is the same in lists of processes.
    set_target_properties(${program}-${level} PROPERTIES OUTPUT_NAME ${program}
      EXPORT_COMPILE_COMMANDS OFF RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/${level})
    add_dependencies(${program} ${program}-${level})
    install(TARGETS ${program}-${level} DESTINATION ${CMAKE_INSTALL_LIBEXECDIR}/${program}/${level})
  endforeach()
  target_sources(${program} PRIVATE ${choice})
  list(JOIN levels "," names)
  cmake_path(RELATIVE_PATH CMAKE_INSTALL_FULL_LIBEXECDIR
    BASE_DIRECTORY ${CMAKE_INSTALL_FULL_BINDIR} OUTPUT_VARIABLE from_bin)
  target_compile_definitions(${program} PRIVATE SPIELWERK_LEVELS="${names}"
    SPIELWERK_LEVEL_FOLDER="${from_bin}/${program}")
endfunction()
