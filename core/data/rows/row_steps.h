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

/// A step that keeps some of the rows. Names in records and identities omit parameters at their
/// defaults, so if a default changes, the version must be raised.
struct RowStepEntry : RegistryInfo {
  /// The numbers of the rows kept, increasing, among the rows with labels y. `params` are resolved
  /// and have passed `count`. Throws InvalidInput if there are not enough rows.
  std::vector<Index> (*choose)(const Params& params, const Vector& y,
                               RandomStream& stream) = nullptr;

  /// How many of n rows are kept; n or the result is absent if it depends on the rows themselves.
  /// Throws InvalidInput if the parameters contradict each other or do not fit n. nullptr: the
  /// parameters never contradict each other, and the count depends on the rows themselves.
  std::optional<Index> (*count)(const Params& params, std::optional<Index> n) = nullptr;
};

/// All row steps, in the order of the documentation (docs/preprocessing.md):
///
///   subsample(count | fraction)  count rows, or ⌊fraction·n⌋ (the fraction as the decimal that was
///                                written), drawn without replacement
///   balance(per_class)           the same number of rows of each label, the others dropped at
///                                random: per_class, or as many as the rarest label has
///
/// Each has the parameters `of`, which is "all" (before the split) or "train" (only the training
/// part; the test part is left alone), and `seed`, with which the rows are the same in every
/// repetition. O(n·log).
const Registry<RowStepEntry>& RowStepRegistry();

/// How many of n rows a step keeps; n or the result is absent if it depends on the rows themselves.
/// Throws InvalidInput for parameters that are invalid, contradict each other or do not fit n rows.
std::optional<Index> RowStepCount(const std::string& name, const Params& params,
                                  std::optional<Index> n);

/// The numbers of the rows that a step keeps, increasing. `seed` is used if the step has none of
/// its own; `place` distinguishes the steps of one list, which draw independently. Throws
/// InvalidInput.
std::vector<Index> ChooseRows(const std::string& name, const Params& params, const Vector& y,
                              std::uint64_t seed, std::uint64_t place);

}  // namespace mercer

#endif  // MERCER_CORE_DATA_ROWS_ROW_STEPS_H_
