#ifndef MERCER_TESTS_CORE_KERNELS_SKELETON_SKELETONS_H_
#define MERCER_TESTS_CORE_KERNELS_SKELETON_SKELETONS_H_

#include <memory>
#include <string>

#include "core/base/random.h"
#include "core/kernels/builtin_kernels.h"
#include "core/kernels/skeleton/skeleton_kernel.h"

namespace mercer::testing {

using Nodes = ParamValue::List;

inline Params Relu() { return {{"name", "relu"}}; }

inline Params Scaled(const char* name, double s) { return {{"name", name}, {"s", s}}; }

/// Unequal depths, a node that two others share, three activations, over the inputs "x" and
/// `other`; the exponential has the parameter s.
inline Params SharingSkeleton(const Params& other, double s) {
  const std::string name = other.Get("name").AsText();
  const Params angles = {{"name", "x"}, {"type", "input"}, {"space", "angle"}, {"scale", 1.5}};
  const Params shared = {
      {"name", "shared"}, {"type", "node"}, {"of", Nodes{"x", name}}, {"activation", "relu"}};
  const Params deep = {{"name", "deep"},
                       {"type", "node"},
                       {"of", Nodes{"shared", "x"}},
                       {"weights", Nodes{0.75, 0.25}},
                       {"activation", Scaled("exponential", s)}};
  const Params out = {{"name", "out"},
                      {"type", "node"},
                      {"of", Nodes{name, "deep", "shared"}},
                      {"activation", Scaled("cosine", 1.1)}};
  return {{"nodes", Nodes{angles, other, shared, deep, out}}};
}

/// For rows of any length.
inline Params MixedSkeleton() {
  return SharingSkeleton({{"name", "g"}, {"type", "input"}, {"space", "gaussian"}, {"scale", 0.8}},
                         0.9);
}

/// Every input is an inner product.
inline Params InnerProductSkeleton() {
  return SharingSkeleton({{"name", "y"}, {"type", "input"}, {"space", "angle"}, {"scale", 0.6}},
                         0.5);
}

/// Layers of relu over one space.
inline Params ReluLayers(Params input, int depth) {
  input.Set("type", "input");
  Nodes nodes{input};
  for (int i = 0; i < depth; ++i)
    nodes.push_back(Params{{"type", "fully_connected"}, {"activation", "relu"}});
  return {{"nodes", nodes}};
}

inline Params AngleInput() { return {{"space", "angle"}, {"scale", 1}}; }

/// The first k columns of a row on the circle of angles.
inline Params CircleInput(Index k) {
  ParamValue::List columns;
  for (Index c = 0; c < 2 * k; ++c) columns.emplace_back(static_cast<std::int64_t>(c));
  return {{"type", "input"}, {"space", "circle"}, {"columns", columns}};
}

inline std::unique_ptr<SkeletonKernel> NewSkeleton(const Params& params) {
  const KernelEntry& entry = KernelRegistry().Get("skeleton");
  auto kernel = entry.make(Resolve("kernel 'skeleton'", entry.params, params));
  return std::unique_ptr<SkeletonKernel>(dynamic_cast<SkeletonKernel*>(kernel.release()));
}

/// n rows of unit length.
inline Matrix UnitRows(Index n, Index d, std::uint64_t index) {
  RandomStream stream(5, StreamPurpose::kTest, index);
  Matrix x(n, d);
  for (Index i = 0; i < x.size(); ++i) x.data()[i] = stream.Gaussian();
  return x.rowwise().normalized();
}

}  // namespace mercer::testing

#endif  // MERCER_TESTS_CORE_KERNELS_SKELETON_SKELETONS_H_
