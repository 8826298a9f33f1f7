#include "core/data/parsed_cache.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "tests/fuzz/fuzz.h"

namespace mercer {
namespace {

// A sparse matrix whose row ends and columns are whatever the input says, so that they come with a
// checksum that is right.
ParsedRows SparseRowsOf(std::string_view input) {
  const auto n = static_cast<Index>(TakeByte(&input) % 16);
  const auto d = static_cast<Index>(TakeByte(&input) % 16);
  const auto stored = n == 0 ? 0 : static_cast<Index>(TakeByte(&input) % 32);
  SparseMatrix x(n, d);
  x.resizeNonZeros(stored);
  const auto number = [&] { return static_cast<Index>(TakeByte(&input)) - 8; };
  std::generate_n(x.outerIndexPtr(), n, number);
  std::generate_n(x.innerIndexPtr(), stored, number);
  std::fill_n(x.valuePtr(), stored, 1.0);
  x.outerIndexPtr()[0] = 0;  // from the first and the last row end the writer takes the size
  x.outerIndexPtr()[n] = stored;
  return {{Examples(std::move(x)), Vector::Zero(n)}, std::string(input)};
}

}  // namespace
}  // namespace mercer

// The first byte: rows whose indices come from the input, or a whole file, of which the bytes from
// a place that the second byte says are overwritten by the input.
MERCER_FUZZ(input) {
  static const ScratchFile file;
  if ((TakeByte(&input) & 1) != 0) {
    MERCER_CHECK(WriteParsed(file.path(), "key", SparseRowsOf(input)));
  } else {
    static const std::string whole = [] {
      MERCER_CHECK(WriteParsed(file.path(), "key",
                               {{Matrix(Matrix::Identity(3, 4)), Vector::Zero(3)}, "names"}));
      std::ifstream in(file.path(), std::ios::binary);
      return std::string(std::istreambuf_iterator<char>(in), {});
    }();
    std::string bytes = whole;
    bytes.replace(std::min<std::size_t>(TakeByte(&input), bytes.size()),
                  std::min(input.size(), bytes.size()), input);
    file.Write(bytes);
  }
  const std::optional<ParsedRows> read = ReadParsed(file.path(), "key");
  if (read) MERCER_CHECK(ToDense(read->rows.x).rows() == read->rows.y.size());
}
