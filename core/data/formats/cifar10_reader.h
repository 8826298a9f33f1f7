#ifndef MERCER_CORE_DATA_FORMATS_CIFAR10_READER_H_
#define MERCER_CORE_DATA_FORMATS_CIFAR10_READER_H_

#include "core/data/formats/data_format.h"

namespace mercer {

/// "cifar10": the binary version of CIFAR-10. A record is a byte with the class, 0 to 9, and 3072
/// bytes: 1024 of red, then of green, then of blue, each row by row of 32 × 32 pixels. d = 3072 in
/// that order, values 0 to 255 as they are. Throws InvalidInput where the file is not a whole
/// number of records or a class is above 9.
DataFormat Cifar10Format();

}  // namespace mercer

#endif  // MERCER_CORE_DATA_FORMATS_CIFAR10_READER_H_
