#include "core/data/formats/libsvm_format.h"

#include <utility>

#include "core/data/formats/libsvm_reader.h"

namespace mercer {

DataFormat LibsvmFormat() {
  DataFormat format;
  format.name = "libsvm";
  format.summary =
      "LIBSVM and svmlight text: label index:value …, indices from 1, qid and comments left out";
  format.roles = {{"rows", "labels and values"}};
  format.extensions = {".libsvm", ".svm", ".svmlight"};
  format.read = [](const std::vector<DataFile>& files, const Params&, Index input_dim) {
    LabelledRows rows = ParseLibsvm(files[0].bytes, files[0].path, {.input_dim = input_dim});
    DataTable table;
    table.x = std::move(rows.x);
    table.y = std::move(rows.y);
    return table;
  };
  return format;
}

}  // namespace mercer
