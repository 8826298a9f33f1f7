# Warnings are errors, for our own targets only.
add_library(mercer_warnings INTERFACE)
target_compile_options(mercer_warnings INTERFACE -Wall -Wextra -Wpedantic -Wshadow
                       -Wnon-virtual-dtor
                       -Woverloaded-virtual -Werror)
# GCC 12 sees uninitialised reads, overlaps and overflows in Eigen and std::string that are not
# there.
target_compile_options(mercer_warnings INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>
                       $<$<CXX_COMPILER_ID:GNU>:-Wno-array-bounds>
                       $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
                       $<$<CXX_COMPILER_ID:GNU>:-Wno-stringop-overflow>)
# GCC before 12.3 takes the undefined operands in its own AVX-512 header for uninitialised reads
# (GCC bug 105593), on processors that have these instructions. Builds for the compiler's default
# processor, as those with sanitizers, keep the warning.
if(MERCER_ARCH)
  target_compile_options(mercer_warnings INTERFACE
      $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,12.3>>:-Wno-uninitialized>)
endif()
