#include "core/maps/skeleton/skeleton_drawing.h"

#include <cmath>
#include <map>

#include "core/linalg/memory.h"

namespace mercer {
namespace {

// A budget of stored features may be more than there are.
constexpr Index kDrawsPerStored = 1000;

}  // namespace

void SkeletonDrawing::Keep(double weight, bool skip_constant) {
  for (Index i = 0; i < context_.num_random_features; ++i) {
    const auto [atoms, part] = DrawFeature(i, skip_constant);
    products_.Add(atoms, weight, part);
  }
}

void SkeletonDrawing::Merge(double scale, bool count_stored) {
  const Index D = context_.num_random_features;
  const Index most = count_stored ? D * kDrawsPerStored : D;
  std::map<Feature, std::size_t> numbers;
  std::vector<double> counts;
  Index draws = 0;
  while (draws < most && !(count_stored && products_.size() == D)) {
    const Feature feature = DrawFeature(draws++, false);
    const auto [place, is_new] = numbers.try_emplace(feature, counts.size());
    if (is_new) {
      products_.Add(feature.first, 1, feature.second);
      counts.push_back(0);
    }
    ++counts[place->second];
  }
  for (std::size_t p = 0; p < counts.size(); ++p)
    products_.SetWeight(static_cast<Index>(p),
                        scale * std::sqrt(counts[p] / static_cast<double>(draws)));
}

SkeletonDrawing::Feature SkeletonDrawing::DrawFeature(Index i, bool skip_constant) {
  RandomStream stream(context_.seed, StreamPurpose::kMap, static_cast<std::uint64_t>(i));
  std::vector<BaseFactor> factors = law_.Draw(products_.rows(), stream);
  while (skip_constant && factors.empty()) factors = law_.Draw(products_.rows(), stream);
  ProductPart part = part_;
  if (random_part_)
    part = (stream.Bits32() & 1U) != 0 ? ProductPart::kImaginary : ProductPart::kReal;
  Feature feature{products_.Atoms(factors), part};
  const auto bytes = static_cast<double>(products_.bytes());
  if (bytes > 2 * checked_bytes_) {
    CheckFitsInMemory("drawing map 'skeleton_features'", bytes);
    checked_bytes_ = bytes;
  }
  return feature;
}

}  // namespace mercer
