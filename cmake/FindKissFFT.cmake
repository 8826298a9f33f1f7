# KissFFT's header of templates, no library: KissFFT::headers
find_path(KissFFT_INCLUDE_DIR kissfft/kissfft.hh)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(KissFFT REQUIRED_VARS KissFFT_INCLUDE_DIR)
if(KissFFT_FOUND AND NOT TARGET KissFFT::headers)
  add_library(KissFFT::headers INTERFACE IMPORTED)
  set_target_properties(KissFFT::headers PROPERTIES INTERFACE_INCLUDE_DIRECTORIES
                        "${KissFFT_INCLUDE_DIR}")
endif()
