#include "core/data/arff_reader.h"
#include "core/data/cifar10_reader.h"
#include "core/data/csv_reader.h"
#include "core/data/data_format.h"
#include "core/data/idx_reader.h"
#include "core/data/libsvm_format.h"
#include "core/data/movielens_reader.h"
#include "core/data/npy_reader.h"

namespace mercer {

const Registry<DataFormat>& DataFormatRegistry() {
  static const Registry<DataFormat> registry(
      "format", {LibsvmFormat(), CsvFormat(), ArffFormat(), IdxFormat(), Cifar10Format(),
                 Movielens100kFormat(), NpyFormat()});
  return registry;
}

}  // namespace mercer
