#include "core/data/formats/libsvm_reader.h"
#include "tests/fuzz/fuzz.h"

// The first byte: 0 to 127 the input dimension, and 128 for sparse rows.
MERCER_FUZZ(input) {
  const unsigned options = TakeByte(&input);
  const Index input_dim = options & 127;
  const LabelledRows rows = ParseLibsvm(
      input, "f",
      {.input_dim = input_dim, .storage = options & 128 ? Storage::kSparse : Storage::kByDensity});
  const LabelledRows sparse =
      ParseLibsvm(input, "f", {.input_dim = input_dim, .storage = Storage::kSparse});
  MERCER_CHECK(rows.y.size() == rows.x.rows() && sparse.x.rows() == rows.x.rows());
  MERCER_CHECK(ToSparse(rows.x).StoredValues() == sparse.x.StoredValues());
}
