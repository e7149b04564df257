# Takes the files of a worked example out of the document that explains it, so that they can be
# compiled and tested. In the document a file is a line with its path alone, `**`src/…`**`, an
# empty line, and a fenced block.

# Writes the files below `folder` and lists them in the variable `files_variable`. Runs again
# whenever the document changes.
function(extract_example document folder files_variable)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${document})
  file(READ ${document} rest)
  set(files "")
  while(rest MATCHES "\n\\*\\*`([A-Za-z0-9_/.]+)`\\*\\*\n\n```[a-z]*\n")
    set(heading "${CMAKE_MATCH_0}")
    set(file ${folder}/${CMAKE_MATCH_1})
    string(FIND "${rest}" "${heading}" start)
    string(LENGTH "${heading}" length)
    math(EXPR start "${start} + ${length}")
    string(SUBSTRING "${rest}" ${start} -1 rest)
    string(FIND "${rest}" "\n```\n" end)
    if(end EQUAL -1)
      message(FATAL_ERROR "${document}: the block of ${file} does not end")
    endif()
    math(EXPR end "${end} + 1")
    string(SUBSTRING "${rest}" 0 ${end} content)
    # A file that has not changed keeps its time, and what was compiled from it stays valid.
    file(WRITE ${folder}/extracted "${content}")
    get_filename_component(parent ${file} DIRECTORY)
    file(MAKE_DIRECTORY ${parent})
    file(COPY_FILE ${folder}/extracted ${file} ONLY_IF_DIFFERENT)
    list(APPEND files ${file})
  endwhile()
  if(NOT files)
    message(FATAL_ERROR "${document} contains no files")
  endif()
  set(${files_variable} ${files} PARENT_SCOPE)
endfunction()
