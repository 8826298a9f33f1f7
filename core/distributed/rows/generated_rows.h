#ifndef MERCER_CORE_DISTRIBUTED_ROWS_GENERATED_ROWS_H_
#define MERCER_CORE_DISTRIBUTED_ROWS_GENERATED_ROWS_H_

#include <cstdint>

#include "core/base/params.h"
#include "core/distributed/rows/row_stream.h"

namespace mercer {

struct GeneratedOptions {
  Index rows = 0, columns = 0;  // ≥ 1
  std::uint64_t seed = 1;
  Index classes = 2;  // ≥ 2; labels 0, 1, …
};

/// Rows from nowhere: values x_j standard normal over √columns, the label that of the largest of
/// `classes` scores Σ_j w_kj (√columns x_j + 1/2)² + g, with w_kj and √columns g standard normal
/// too times 1 and √columns/2. Row i is a function of (seed, columns, classes, i), whichever rank
/// makes it. O(columns · classes) for a row, and nothing is held but a block.
class GeneratedRows : public RowStream {
 public:
  /// Rows [begin, end) of them.
  GeneratedRows(const GeneratedOptions& options, Index begin, Index end);

  void Rewind(Index input_dim) override;
  std::optional<LabelledRows> Next() override;

 private:
  GeneratedOptions options_;
  Index begin_, end_, at_;
  Matrix weights_{};  // classes × columns
};

/// "rows", "columns", "seed" and "classes".
std::vector<ParamSpec> GeneratedSpecs();
/// Throws InvalidInput that names the option.
GeneratedOptions ReadGenerated(const std::string& option, const Params& params);

}  // namespace mercer

#endif  // MERCER_CORE_DISTRIBUTED_ROWS_GENERATED_ROWS_H_
