# `cpack --config build/<preset>/CPackConfig.cmake` makes a Debian package of the component
# "program".
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME mercer)
set(CPACK_PACKAGE_VERSION "${PROJECT_VERSION}")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_COMPONENTS_ALL program)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME mercer)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
# Who makes the package, as Debian's tools take it from the environment; else an address that nobody
# has.
set(MERCER_MAINTAINER "The Mercer authors <mercer@example.org>")
if(DEFINED ENV{DEBFULLNAME} AND DEFINED ENV{DEBEMAIL})
  set(MERCER_MAINTAINER "$ENV{DEBFULLNAME} <$ENV{DEBEMAIL}>")
endif()
set(CPACK_DEBIAN_PACKAGE_MAINTAINER "${MERCER_MAINTAINER}")
set(CPACK_DEBIAN_PROGRAM_DESCRIPTION
    "JSON files describe data sets, kernels, feature maps and sweeps over the
number of random features. Mercer trains exact kernel machines and linear
machines on the features and prints accuracy, times and Gram errors beside
the numbers of the papers.")

# What Debian's policy wants beside the program: what may be done with it, and what changed.
set(MERCER_BINARY_LICENCE "This build uses KissFFT, which is under the BSD-3-Clause licence.")
if(MERCER_FFT STREQUAL fftw)
  set(MERCER_BINARY_LICENCE
      "This build is linked with FFTW 3: it may be passed on only under the terms of the GNU General
Public License, version 2 or later, whose text is in /usr/share/common-licenses/GPL-2.")
endif()
file(READ LICENSE MERCER_LICENCE)
set(package "${PROJECT_BINARY_DIR}/package")
configure_file(cmake/package/copyright.in "${package}/copyright" @ONLY)
configure_file(cmake/package/changelog.in "${package}/changelog" @ONLY)
if(GZIP_PROGRAM)
  execute_process(COMMAND "${GZIP_PROGRAM}" -9nkf "${package}/changelog")
  install(FILES "${package}/copyright" "${package}/changelog.gz" DESTINATION
          "${CMAKE_INSTALL_DATADIR}/doc/mercer")
endif()
include(CPack)
