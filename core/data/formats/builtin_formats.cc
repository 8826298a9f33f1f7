#include "core/data/formats/arff_reader.h"
#include "core/data/formats/cifar10_reader.h"
#include "core/data/formats/csv_reader.h"
#include "core/data/formats/data_format.h"
#include "core/data/formats/idx_reader.h"
#include "core/data/formats/libsvm_format.h"
#include "core/data/formats/movielens_reader.h"
#include "core/data/formats/npy_reader.h"

namespace mercer {

const Registry<DataFormat>& DataFormatRegistry() {
  static const Registry<DataFormat> registry(
      "format", {LibsvmFormat(), CsvFormat(), ArffFormat(), IdxFormat(), Cifar10Format(),
                 Movielens100kFormat(), NpyFormat()});
  return registry;
}

}  // namespace mercer
