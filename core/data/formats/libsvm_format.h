#ifndef MERCER_CORE_DATA_FORMATS_LIBSVM_FORMAT_H_
#define MERCER_CORE_DATA_FORMATS_LIBSVM_FORMAT_H_

#include "core/data/formats/data_format.h"

namespace mercer {

/// "libsvm": one file, read by ParseLibsvm.
DataFormat LibsvmFormat();

}  // namespace mercer

#endif  // MERCER_CORE_DATA_FORMATS_LIBSVM_FORMAT_H_
