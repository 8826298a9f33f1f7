# cmake -DSOURCE_DIR=… -DOUTPUT=… -DBUILD_FLAGS=… -DBUILD_TYPE=… -DCOMPILER=…
#   -P MercerBuildInfo.cmake
# Writes the header that says which commit and which flags a program was made from. Runs at every
# build; the file is touched only where its text changed, so that nothing is compiled again without
# need.
set(commit "unknown")
set(dirty "unknown")
find_program(GIT_PROGRAM git)
if(GIT_PROGRAM)
  set(git ${GIT_PROGRAM} -c "safe.directory=${SOURCE_DIR}" -C "${SOURCE_DIR}")
  execute_process(COMMAND ${git} rev-parse HEAD OUTPUT_VARIABLE head
                  OUTPUT_STRIP_TRAILING_WHITESPACE
                  RESULT_VARIABLE no_head ERROR_QUIET)
  if(no_head EQUAL 0)
    set(commit "${head}")
    # Results are not sources: a run that is about to be committed does not make the next one dirty.
    execute_process(COMMAND ${git} status --porcelain -- . ":(exclude)results" OUTPUT_VARIABLE
                    changes
                    RESULT_VARIABLE no_status ERROR_QUIET)
    if(no_status EQUAL 0)
      set(dirty "false")
      if(NOT changes STREQUAL "")
        set(dirty "true")
      endif()
    endif()
  endif()
endif()
string(REPLACE "\\" "\\\\" flags "${BUILD_FLAGS}")
string(REPLACE "\"" "\\\"" flags "${flags}")
string(REGEX REPLACE " +" " " flags "${flags}")
string(STRIP "${flags}" flags)
set(text "// Made by cmake/MercerBuildInfo.cmake.
#define MERCER_BUILD_COMMIT \"${commit}\"
#define MERCER_BUILD_DIRTY \"${dirty}\"
#define MERCER_BUILD_COMPILER \"${COMPILER}\"
#define MERCER_BUILD_TYPE \"${BUILD_TYPE}\"
#define MERCER_BUILD_FLAGS \"${flags}\"
")
set(old "")
if(EXISTS "${OUTPUT}")
  file(READ "${OUTPUT}" old)
endif()
if(NOT old STREQUAL text)
  file(WRITE "${OUTPUT}" "${text}")
endif()
