#ifndef MERCER_CORE_DATA_ROWS_ROW_STEPS_H_
#define MERCER_CORE_DATA_ROWS_ROW_STEPS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/random.h"
#include "core/base/registry.h"
#include "core/base/types.h"

namespace mercer {

/// A step that keeps some of the rows. Parameters at their defaults are left out of the names that
/// records and identities carry, so a changed default needs a raised version.
struct RowStepEntry : RegistryInfo {
  /// The numbers of the rows kept, increasing, of the rows with the labels y. `params` are resolved
  /// and have passed `count`. Throws InvalidInput where there are not enough rows.
  std::vector<Index> (*choose)(const Params& params, const Vector& y,
                               RandomStream& stream) = nullptr;

  /// How many of n rows are kept, each absent where only the rows tell. Throws InvalidInput where
  /// the parameters do not fit each other or the rows. nullptr: they fit each other, and only the
  /// rows tell.
  std::optional<Index> (*count)(const Params& params, std::optional<Index> n) = nullptr;
};

/// Every row step, in the order of the documentation (docs/preprocessing.md):
///
///   subsample(count | fraction)  count rows, or ⌊fraction·n⌋ (the fraction as the decimal that was
///                                written), drawn without replacement
///   balance(per_class)           equally many rows of each label, the others dropped at random:
///                                per_class, or as many as the rarest label has
///
/// Each has `of`, "all" (before the split) or "train" (of the training part only; the test part is
/// left alone), and `seed`: the rows are then the same in every repetition. O(n·log).
const Registry<RowStepEntry>& RowStepRegistry();

/// How many of n rows a step keeps, each absent where only the rows tell. Throws InvalidInput for
/// parameters that are unsound, or do not fit each other or so many rows.
std::optional<Index> RowStepCount(const std::string& name, const Params& params,
                                  std::optional<Index> n);

/// The rows that a step keeps, increasing. `seed` is used where the step has none of its own;
/// `place` tells apart steps of one list, which draw independently. Throws InvalidInput.
std::vector<Index> ChooseRows(const std::string& name, const Params& params, const Vector& y,
                              std::uint64_t seed, std::uint64_t place);

}  // namespace mercer

#endif  // MERCER_CORE_DATA_ROWS_ROW_STEPS_H_
