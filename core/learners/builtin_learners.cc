#include "core/learners/builtin_learners.h"

#include "core/base/error.h"
#include "core/learners/liblinear.h"
#include "core/learners/libsvm.h"

namespace mercer {
namespace {

const ParamValue& Value(const Params& params, const char* name) {
  const ParamValue* value = params.Find(name);
  MERCER_CHECK(value != nullptr);
  return *value;
}

std::unique_ptr<Learner> MakeLibsvm(const Params& params) {
  return std::make_unique<LibsvmLearner>(
      LibsvmOptions{.cost = Value(params, "cost").AsNumber(),
                    .eps = Value(params, "eps").AsNumber(),
                    .cache_mib = Value(params, "cache_mib").AsNumber(),
                    .shrinking = Value(params, "shrinking").AsBool()});
}

std::unique_ptr<Learner> MakeLiblinear(const Params& params) {
  LiblinearOptions options{.solver = Value(params, "solver").AsText(),
                           .cost = Value(params, "cost").AsNumber(),
                           .bias = Value(params, "bias").AsNumber()};
  if (const ParamValue* eps = params.Find("eps")) options.eps = eps->AsNumber();
  return std::make_unique<LiblinearLearner>(options);
}

LearnerEntry Libsvm() {
  LearnerEntry entry;
  entry.name = "libsvm";
  entry.summary = "kernel SVM (C-SVC) of LIBSVM; several classes by one against one";
  entry.citation = "Chang & Lin 2011";
  entry.params = {
      {.name = "cost",
       .help = "C of 1/2 |w|^2 + C sum of hinge losses",
       .default_value = 1.0,
       .min = 0,
       .open_min = true},
      {.name = "eps",
       .help = "tolerance of the optimality conditions",
       .default_value = 0.001,
       .min = 0,
       .open_min = true},
      {.name = "cache_mib",
       .help = "cache of kernel columns, in MiB",
       .default_value = 100.0,
       .min = 0,
       .max = 1048576,
       .open_min = true},
      {.name = "shrinking",
       .kind = ParamKind::kBool,
       .help = "whether variables at their bounds are set aside while training",
       .default_value = true},
  };
  entry.kernel_machine = true;
  entry.make = &MakeLibsvm;
  return entry;
}

LearnerEntry Liblinear() {
  LearnerEntry entry;
  entry.name = "liblinear";
  entry.summary =
      "linear SVM or logistic regression of LIBLINEAR; several classes by one against "
      "the rest";
  entry.citation = "Fan et al. 2008";
  entry.params = {
      {.name = "solver",
       .kind = ParamKind::kText,
       .help = "regulariser, loss and algorithm by LIBLINEAR's own name",
       .default_value = "l2r_l2loss_svc_dual",
       .choices = LiblinearSolvers()},
      {.name = "cost",
       .help = "C of regulariser + C sum of losses",
       .default_value = 1.0,
       .min = 0,
       .open_min = true},
      {.name = "eps",
       .help = "stopping tolerance; absent: that of liblinear-train, 0.1 for the dual solvers and "
               "mcsvm_cs, else 0.01",
       .optional = true,
       .min = 0,
       .open_min = true},
      {.name = "bias",
       .help = "value of a last, regularised feature; below 0: none",
       .default_value = -1.0,
       .min = -1},
  };
  entry.make = &MakeLiblinear;
  return entry;
}

}  // namespace

const Registry<LearnerEntry>& LearnerRegistry() {
  static const Registry<LearnerEntry> registry("learner", {Libsvm(), Liblinear()});
  return registry;
}

std::unique_ptr<Learner> MakeLearner(const std::string& name, const Params& params) {
  const Registry<LearnerEntry>& registry = LearnerRegistry();
  return registry.Get(name).make(registry.ResolveParams(name, params));
}

}  // namespace mercer
