#include "core/maps/skeleton/random_network.h"

#include <algorithm>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/base/params.h"
#include "core/base/text.h"
#include "core/kernels/skeleton/skeleton_kernel.h"
#include "core/linalg/memory.h"
#include "core/maps/fitting_kernels.h"
#include "core/maps/skeleton/network_shape.h"
#include "core/maps/skeleton/random_network_map.h"

namespace mercer {
namespace {

const char* const kName = "random_network";

const Skeleton& SkeletonOf(const Kernel& kernel) {
  return KernelAs<SkeletonKernel>(kName, kernel, "a skeleton").skeleton();
}

// Of any size; that of a row is not known here.
bool IsInnerProduct(const BaseSpace& space) { return space.InnerProductScale(2) > 0; }

std::vector<std::string> InnerProductSpaces() {
  std::vector<std::string> names;
  for (const BaseSpaceEntry& entry : BaseSpaceRegistry().entries()) {
    try {
      if (IsInnerProduct(*MakeBaseSpace(entry.name, ExampleParams(entry.params))))
        names.push_back(entry.name);
    } catch (const InvalidInput&) {
      continue;
    }
  }
  return names;
}

}  // namespace

void RandomNetworkSpec::CheckKernel(const Kernel& kernel) const {
  const Skeleton& skeleton = SkeletonOf(kernel);
  const std::string owner =
      "map '" + std::string(kName) + "' does not fit kernel " + kernel.Describe() + ", ";
  if (skeleton.nodes().back().input >= 0)
    throw InvalidInput(owner + "which is one input; expected a node with an activation");
  for (const SkeletonInput& input : skeleton.inputs()) {
    if (IsInnerProduct(*input.space)) continue;
    throw InvalidInput(owner +
                       "as the base space of an input is no inner product; expected one of " +
                       Join(InnerProductSpaces(), ", ") + " at each");
  }
}

Index RandomNetworkSpec::OutputDim(const Kernel&, Index, Index num_random_features) const {
  return num_random_features;
}

double RandomNetworkSpec::DrawnBytes(const Kernel& kernel, Index input_dim,
                                     Index num_random_features) const {
  const Skeleton& skeleton = SkeletonOf(kernel);
  const SkeletonRows rows(skeleton, input_dim);
  return 8 * NetworkShape(skeleton, rows, num_random_features, inner_replication_).NumWeights();
}

std::optional<double> RandomNetworkSpec::FeatureVariance(const Kernel& kernel, const Vector&,
                                                         const Vector&) const {
  CheckKernel(kernel);
  return std::nullopt;
}

std::unique_ptr<FeatureMap> RandomNetworkSpec::Draw(const DrawContext& context) const {
  CheckDrawContext(kName, context);
  CheckKernel(context.kernel);
  const Skeleton& skeleton = SkeletonOf(context.kernel);
  SkeletonRows rows(skeleton, context.input_dim);
  NetworkShape shape(skeleton, rows, context.num_random_features, inner_replication_);
  CheckFitsInMemory(
      "drawing map 'random_network' with D = " + std::to_string(context.num_random_features),
      8 * shape.NumWeights());
  return std::make_unique<RandomNetworkMap>(skeleton, std::move(rows), std::move(shape),
                                            context.seed, unit_norm_);
}

MapEntry RandomNetworkEntry() {
  MapEntry entry;
  entry.name = kName;
  entry.summary = "the last layer of a random network with the shape of a skeleton";
  entry.citation = "daniely2017, the authors' code; Daniely, Frostig & Singer 2016";
  entry.params = {{.name = "inner_replication",
                   .kind = ParamKind::kNumber,
                   .help = "replicas of an internal node for each of the D of the output",
                   .default_value = 1,
                   .min = 0,
                   .max = 1024,
                   .open_min = true},
                  {.name = "unit_norm",
                   .kind = ParamKind::kBool,
                   .help = "divide a row's features by their norm, as the authors' code does",
                   .default_value = false}};
  entry.make = [](const Params& params) -> std::unique_ptr<FeatureMapSpec> {
    return std::make_unique<RandomNetworkSpec>(params.Get("inner_replication").AsNumber(),
                                               params.Get("unit_norm").AsBool());
  };
  return entry;
}

}  // namespace mercer
