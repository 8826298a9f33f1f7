# valijson (header only): valijson::valijson
find_path(valijson_INCLUDE_DIR valijson/validator.hpp)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(valijson REQUIRED_VARS valijson_INCLUDE_DIR)
if(valijson_FOUND AND NOT TARGET valijson::valijson)
  add_library(valijson::valijson INTERFACE IMPORTED)
  target_include_directories(valijson::valijson SYSTEM INTERFACE "${valijson_INCLUDE_DIR}")
endif()
