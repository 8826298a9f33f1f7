#ifndef MERCER_TESTS_CORE_SIZING_MADE_PROBLEM_H_
#define MERCER_TESTS_CORE_SIZING_MADE_PROBLEM_H_

#include <memory>
#include <string>
#include <utility>

#include "core/data/generators.h"
#include "core/kernels/builtin_kernels.h"
#include "core/maps/builtin_maps.h"
#include "core/sizing/gram_problem.h"

namespace mercer::testing {

/// One map on one kernel and rows in the unit ball.
struct MadeProblem {
  MadeProblem(const std::string& map, const Params& map_params, const std::string& kernel_name,
              const Params& kernel_params, Index n = 30, Index d = 6)
      : name(map),
        spec(MakeMapSpec(map, map_params)),
        kernel(MakeKernel(kernel_name, kernel_params)),
        rows(Generate("unit_ball", {{"n", n}, {"d", d}}, 5).x) {}

  GramProblem Problem() const {
    return {.map = name,
            .spec = *spec,
            .traits = spec->Traits(MapRegistry().Get(name).traits),
            .kernel = *kernel,
            .rows = rows,
            .train = rows,
            .seed = 3};
  }

  std::string name;
  std::unique_ptr<FeatureMapSpec> spec;
  std::unique_ptr<Kernel> kernel;
  Examples rows;
};

}  // namespace mercer::testing

#endif  // MERCER_TESTS_CORE_SIZING_MADE_PROBLEM_H_
