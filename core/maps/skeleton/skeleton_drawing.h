#ifndef MERCER_CORE_MAPS_SKELETON_SKELETON_DRAWING_H_
#define MERCER_CORE_MAPS_SKELETON_SKELETON_DRAWING_H_

#include <cstdint>
#include <utility>
#include <vector>

#include "core/maps/feature_map.h"
#include "core/maps/maclaurin/factor_products.h"
#include "core/maps/skeleton/skeleton_law.h"

namespace mercer {

/// Draws D features of a skeleton into `products`, feature i from stream (seed, kMap, i): first its
/// factors, then the bit of its part. Throws InvalidInput before they take more memory than there
/// is. What is given must outlive this object.
class SkeletonDrawing {
 public:
  /// part: of every product, but for random_part, where it is the real or the imaginary one.
  SkeletonDrawing(const DrawContext& context, const SkeletonLaw& law, ProductPart part,
                  bool random_part, FactorProducts& products)
      : context_(context), law_(law), part_(part), random_part_(random_part), products_(products) {}

  /// One column for each draw. With skip_constant, features without factors are drawn again.
  void Keep(double weight, bool skip_constant);

  /// One column for each distinct feature, in the order in which they are first drawn, weighted
  /// scale·√(multiplicity/draws). count_stored: until D columns are there, or 1000·D draws made.
  void Merge(double scale, bool count_stored);

 private:
  using Feature = std::pair<std::vector<std::int32_t>, ProductPart>;

  Feature DrawFeature(Index i, bool skip_constant);

  const DrawContext& context_;
  const SkeletonLaw& law_;
  ProductPart part_;
  bool random_part_;
  FactorProducts& products_;
  double checked_bytes_ = 1e6;
};

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_SKELETON_SKELETON_DRAWING_H_
