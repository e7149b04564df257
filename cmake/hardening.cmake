# What makes mistakes in a release harder to exploit. tests/scripts/hardening_test.sh checks the result.

set(hardening
  -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3
  -fstack-protector-strong -fstack-clash-protection
  -fPIE
  -fvisibility=hidden -fvisibility-inlines-hidden)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$")
  list(APPEND hardening -fcf-protection=full)
elseif(CMAKE_SYSTEM_PROCESSOR STREQUAL "aarch64")
  list(APPEND hardening -mbranch-protection=standard)
endif()
add_compile_options("$<$<CONFIG:Release>:${hardening}>")
add_link_options("$<$<CONFIG:Release>:-pie;LINKER:-z,relro,-z,now,-z,noexecstack>")

# Everything but rules and search, where it would cost time, checks what it asks of containers.
function(check_containers library)
  target_compile_definitions(${library} PRIVATE $<$<CONFIG:Release>:_GLIBCXX_ASSERTIONS>)
endfunction()

# Search and games are slower by up to 5 % with checked stacks. They have no buffers for foreign text, which
# is read in the core.
function(leave_stacks_unchecked library)
  if(NOT library MATCHES "^core")
    target_compile_options(${library} PRIVATE -fno-stack-protector)
  endif()
endfunction()
