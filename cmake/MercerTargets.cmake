# A folder is a target: mercer_library(NAME [PUBLIC lib…] [PRIVATE lib…] [NOT_INSTALLED]) makes
# mercer_NAME from the sources and headers beside the CMakeLists.txt that calls it, so that a new
# kernel or map is one source and its place in a list.
function(mercer_library name)
  cmake_parse_arguments(ARG "NOT_INSTALLED" "" "PUBLIC;PRIVATE" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/*.cc")
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/*.h")
  add_library(mercer_${name} STATIC ${sources})
  add_library(mercer::${name} ALIAS mercer_${name})
  # Position independent, since the Python module is a shared library that links them.
  set_target_properties(mercer_${name} PROPERTIES LINKER_LANGUAGE CXX EXPORT_NAME ${name}
                        POSITION_INDEPENDENT_CODE ON)
  target_sources(mercer_${name} PUBLIC FILE_SET HEADERS BASE_DIRS "${PROJECT_SOURCE_DIR}" FILES
                 ${headers})
  target_link_libraries(mercer_${name} PUBLIC ${ARG_PUBLIC} PRIVATE ${ARG_PRIVATE}
                        $<BUILD_INTERFACE:mercer_warnings>)
  # Eigen's headers and the commonest of the standard library are parsed once for all libraries.
  if(name STREQUAL base)
    target_precompile_headers(mercer_base PRIVATE <Eigen/Core> <Eigen/SparseCore> <functional>
                              <memory> <optional> <string> <vector>)
  else()
    target_precompile_headers(mercer_${name} REUSE_FROM mercer_base)
  endif()
  if(NOT ARG_NOT_INSTALLED)
    install(TARGETS mercer_${name} EXPORT mercerTargets ARCHIVE DESTINATION
            "${CMAKE_INSTALL_LIBDIR}" COMPONENT development
            FILE_SET HEADERS COMPONENT development DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/mercer")
  endif()
endfunction()

# mercer_tests(FOLDER lib…): one program for each label found in tests/FOLDER. The label is in the
# file name: x_test.cc (unit), x_property_test.cc, x_statistical_test.cc, x_golden_test.cc,
# x_integration_test.cc, x_data_test.cc, x_slow_test.cc.
function(mercer_tests folder)
  string(REPLACE "/" "_" stem "${folder}")
  file(GLOB_RECURSE all CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tests/${folder}/*_test.cc")
  set(rest ${all})
  foreach(label property statistical golden integration data slow)
    set(files ${all})
    list(FILTER files INCLUDE REGEX "_${label}_test\\.cc$")
    list(FILTER rest EXCLUDE REGEX "_${label}_test\\.cc$")
    _mercer_test_program("${stem}" ${label} "${files}" "${ARGN}")
  endforeach()
  _mercer_test_program("${stem}" unit "${rest}" "${ARGN}")
endfunction()

function(_mercer_test_program stem label files libraries)
  if(NOT files)
    return()
  endif()
  set(target "${stem}_${label}_tests")
  add_executable(${target} ${files})
  target_link_libraries(${target} PRIVATE ${libraries} mercer_test_support GTest::gmock
                        GTest::gtest_main mercer_warnings)
  mercer_refuses_other_machines(${target})
  target_precompile_headers(${target} REUSE_FROM mercer_test_support)
  if(label STREQUAL "integration")  # these run the program itself
    add_dependencies(${target} mercer)
  endif()
  set(limits TIMEOUT 600)
  if(label STREQUAL "slow")  # one builds a copy of the tree
    set(limits TIMEOUT 5400 RUN_SERIAL TRUE)
  endif()
  gtest_discover_tests(${target} TEST_PREFIX "${label}/" DISCOVERY_TIMEOUT 120
                       PROPERTIES LABELS "${label}" ${limits})
endfunction()
