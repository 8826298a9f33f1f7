# Sets MERCER_MARCH, what -march= is told, by MERCER_ARCH. The instruction set changes the ABI of
# Eigen's types, so it holds for every target alike.
set(MERCER_X86_64 FALSE)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$" AND CMAKE_SIZEOF_VOID_P EQUAL 8)
  set(MERCER_X86_64 TRUE)
endif()
set(MERCER_MARCH "${MERCER_ARCH}")
if(MERCER_ARCH STREQUAL "portable")
  # Any x86-64 of the last fifteen years; other processors' compilers are set to what all of them
  # have.
  set(MERCER_MARCH "")
  if(MERCER_X86_64)
    set(MERCER_MARCH "x86-64-v2")
  endif()
endif()
if(MERCER_MARCH)
  add_compile_options("-march=${MERCER_MARCH}")
endif()

# mercer_refuses_other_machines(TARGET…): the programs tell, before they run, which instructions
# this machine lacks that they are compiled for (tools/machine).
function(mercer_refuses_other_machines)
  foreach(target IN LISTS ARGN)
    target_link_libraries(${target} PRIVATE mercer_machine_check)
  endforeach()
endfunction()
