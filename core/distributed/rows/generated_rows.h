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

/// Synthetic rows. The values x_j are standard normal divided by √columns. The label is that of the
/// largest of `classes` scores Σ_j w_kj (√columns x_j + 1/2)² + g, with w_kj standard normal and g
/// normal of mean 0 and standard deviation √columns/2. Row i is a function of (seed, columns,
/// classes, i), whichever rank generates it. O(columns · classes) per row; only one block is held.
class GeneratedRows : public RowStream {
 public:
  /// Generates rows [begin, end) of all.
  GeneratedRows(const GeneratedOptions& options, Index begin, Index end);

  void Rewind(Index input_dim) override;
  std::optional<LabelledRows> Next() override;

 private:
  GeneratedOptions options_;
  Index begin_, end_, at_;
  Matrix weights_{};  // classes × columns
};

/// The parameters "rows", "columns", "seed" and "classes".
std::vector<ParamSpec> GeneratedSpecs();
/// Reads the options from parameters. Throws InvalidInput, naming the option.
GeneratedOptions ReadGenerated(const std::string& option, const Params& params);

}  // namespace mercer

#endif  // MERCER_CORE_DISTRIBUTED_ROWS_GENERATED_ROWS_H_
