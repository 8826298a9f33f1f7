# The sanitizers change the ABI of the run time, so they hold for every target alike.
if(MERCER_SANITIZE)
  add_compile_options(-fsanitize=${MERCER_SANITIZE} -fno-omit-frame-pointer
                      -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${MERCER_SANITIZE})
  add_compile_definitions(MERCER_SANITIZED)
endif()
if(MERCER_FUZZ)
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()
find_program(MERCER_CCACHE ccache)
if(MERCER_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # Without this ccache keeps nothing that a precompiled header goes into.
  set(CMAKE_CXX_COMPILER_LAUNCHER "${CMAKE_COMMAND}" -E env
      CCACHE_SLOPPINESS=pch_defines,time_macros "${MERCER_CCACHE}")
endif()
