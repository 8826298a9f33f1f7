# Installs the program, its shipped files, and mercer::core for find_package(mercer).
include(CMakePackageConfigHelpers)
set(MERCER_PACKAGE_DIR "${CMAKE_INSTALL_LIBDIR}/cmake/mercer")
install(TARGETS mercer_core EXPORT mercerTargets)
install(EXPORT mercerTargets NAMESPACE mercer:: DESTINATION "${MERCER_PACKAGE_DIR}")
configure_package_config_file(cmake/mercerConfig.cmake.in "${PROJECT_BINARY_DIR}/mercerConfig.cmake"
                              INSTALL_DESTINATION "${MERCER_PACKAGE_DIR}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/mercerConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/mercerConfig.cmake" "${PROJECT_BINARY_DIR}/mercerConfigVersion.cmake"
              cmake/FindFFTW3.cmake cmake/FindLIBLINEAR.cmake cmake/FindLIBSVM.cmake cmake/FindRandom123.cmake
        DESTINATION "${MERCER_PACKAGE_DIR}")
install(FILES tools/completions/mercer.bash DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions"
        RENAME mercer)
install(FILES tools/completions/_mercer DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/site-functions")
install(DIRECTORY configs datasets DESTINATION "${CMAKE_INSTALL_DATADIR}/mercer")
