#ifndef MERCER_CORE_MAPS_DRAW_SEARCH_H_
#define MERCER_CORE_MAPS_DRAW_SEARCH_H_

#include "core/maps/feature_map.h"

namespace mercer {

/// What a FeatureMapSpec also is whose Draw searches for what it draws, such as points that
/// minimise a discrepancy.
class DrawSearch {
 public:
  virtual ~DrawSearch() = default;

  /// Operations of the search, about. Each takes as long as a cosine.
  virtual double DrawOperations(const Kernel& kernel, Index input_dim,
                                Index num_random_features) const = 0;
};

/// DrawOperations of a map that searches; 0 for other maps.
inline double DrawOperations(const FeatureMapSpec& spec, const Kernel& kernel, Index input_dim,
                             Index num_random_features) {
  const auto* search = dynamic_cast<const DrawSearch*>(&spec);
  return search == nullptr ? 0 : search->DrawOperations(kernel, input_dim, num_random_features);
}

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_DRAW_SEARCH_H_
