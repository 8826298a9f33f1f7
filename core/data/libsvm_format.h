#ifndef MERCER_CORE_DATA_LIBSVM_FORMAT_H_
#define MERCER_CORE_DATA_LIBSVM_FORMAT_H_

#include "core/data/data_format.h"

namespace mercer {

/// "libsvm": one file, read by ParseLibsvm.
DataFormat LibsvmFormat();

}  // namespace mercer

#endif  // MERCER_CORE_DATA_LIBSVM_FORMAT_H_
