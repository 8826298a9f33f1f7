# Finds what the Python module is built with, as MERCER_WITH_PYTHON says, and sets
# MERCER_BUILD_PYTHON.
set(MERCER_WITH_PYTHON AUTO CACHE STRING
    "Build the Python module: ON, OFF, or AUTO (where Python's headers and pybind11 are found)")
set_property(CACHE MERCER_WITH_PYTHON PROPERTY STRINGS AUTO ON OFF)
set(MERCER_BUILD_PYTHON FALSE)
# A sanitizer's library would have to be loaded before Python itself.
if(MERCER_WITH_PYTHON STREQUAL AUTO AND (CMAKE_CROSSCOMPILING OR MERCER_SANITIZE OR MERCER_FUZZ))
  return()
elseif(MERCER_WITH_PYTHON)
  # Debian's interpreter goes before one in /usr/local or the user's home, which has none of
  # Debian's modules.
  if(NOT DEFINED Python_EXECUTABLE AND EXISTS /usr/bin/python3 AND NOT DEFINED ENV{VIRTUAL_ENV})
    set(Python_EXECUTABLE /usr/bin/python3)
  endif()
  set(PYBIND11_FINDPYTHON ON)
  if(MERCER_WITH_PYTHON STREQUAL AUTO)
    find_package(Python 3.9 QUIET COMPONENTS Interpreter Development.Module)
    if(Python_FOUND)
      find_package(pybind11 2.10 QUIET CONFIG)
    endif()
  else()
    find_package(Python 3.9 REQUIRED COMPONENTS Interpreter Development.Module)
    find_package(pybind11 2.10 REQUIRED CONFIG)
  endif()
  if(Python_FOUND AND pybind11_FOUND)
    set(MERCER_BUILD_PYTHON TRUE)
    # Debian's interpreter looks in dist-packages, others in site-packages; the packages of /usr
    # know no version.
    set(python_dir
        "${CMAKE_INSTALL_LIBDIR}/python${Python_VERSION_MAJOR}.${Python_VERSION_MINOR}/site-packages")
    if(EXISTS /usr/lib/python3/dist-packages AND Python_EXECUTABLE MATCHES "^/usr/bin/")
      set(python_dir "lib/python${Python_VERSION_MAJOR}.${Python_VERSION_MINOR}/dist-packages")
      if(CMAKE_INSTALL_PREFIX STREQUAL "/usr")
        set(python_dir "lib/python3/dist-packages")
      endif()
    endif()
    set(MERCER_PYTHON_INSTALL_DIR "${python_dir}" CACHE STRING
        "Folder below the prefix that the Python module is installed into")
  elseif(NOT MERCER_WITH_PYTHON STREQUAL AUTO)
    message(FATAL_ERROR
            "MERCER_WITH_PYTHON is ${MERCER_WITH_PYTHON} and Python's headers or pybind11 are missing")
  endif()
endif()
