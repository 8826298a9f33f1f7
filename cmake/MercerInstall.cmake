# Installs the program with its shipped files (component "program") and mercer::core for
# find_package(mercer) and pkg-config ("development").
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME development)
include(CMakePackageConfigHelpers)
set(MERCER_PACKAGE_DIR "${CMAKE_INSTALL_LIBDIR}/cmake/mercer")
install(TARGETS mercer_core EXPORT mercerTargets)
install(EXPORT mercerTargets NAMESPACE mercer:: DESTINATION "${MERCER_PACKAGE_DIR}")
configure_package_config_file(cmake/mercerConfig.cmake.in "${PROJECT_BINARY_DIR}/mercerConfig.cmake"
                              INSTALL_DESTINATION "${MERCER_PACKAGE_DIR}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/mercerConfigVersion.cmake" COMPATIBILITY
                                 SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/mercerConfig.cmake"
        "${PROJECT_BINARY_DIR}/mercerConfigVersion.cmake"
              cmake/FindFFTW3.cmake cmake/FindLIBLINEAR.cmake cmake/FindLIBSVM.cmake
              cmake/FindRandom123.cmake
        DESTINATION "${MERCER_PACKAGE_DIR}")

# pkg-config --cflags --libs mercer, for projects without CMake.
file(RELATIVE_PATH MERCER_PC_PREFIX "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
set(MERCER_PC_LIBRARIES "")
foreach(name base linalg sequences data kernels maps learners metrics sizing)
  string(APPEND MERCER_PC_LIBRARIES " -lmercer_${name}")
endforeach()
set(MERCER_PC_FFT "")
if(MERCER_FFT STREQUAL fftw)
  set(MERCER_PC_FFT "-lfftw3 ")
endif()
configure_file(cmake/mercer.pc.in "${PROJECT_BINARY_DIR}/mercer.pc" @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/mercer.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")

set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME program)
install(FILES tools/completions/mercer.bash DESTINATION
        "${CMAKE_INSTALL_DATADIR}/bash-completion/completions"
        RENAME mercer)
# Debian's zsh looks for those of packages in another folder than for those of /usr/local.
install(FILES tools/completions/_mercer DESTINATION
        "${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions")
install(FILES tools/completions/_mercer DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/site-functions"
        COMPONENT zsh_local)
install(DIRECTORY configs datasets examples DESTINATION "${CMAKE_INSTALL_DATADIR}/mercer")
include(MercerPackage)
