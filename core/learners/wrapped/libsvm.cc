#include "core/learners/wrapped/libsvm.h"

#include <algorithm>
#include <array>
#include <string>

#include "core/base/error.h"
#include "core/learners/training_checks.h"
#include "core/learners/wrapped/libsvm_machine.h"

namespace mercer {
namespace {

// The names of the types, in the order of SvmType and of LIBSVM's numbers.
constexpr std::array<const char*, 5> kTypes = {"c_svc", "nu_svc", "one_class", "epsilon_svr",
                                               "nu_svr"};

SvmType ParseType(const std::string& name) {
  const auto* found =
      std::find_if(kTypes.begin(), kTypes.end(), [&](const char* type) { return name == type; });
  MERCER_CHECK(found != kTypes.end());
  return static_cast<SvmType>(found - kTypes.begin());
}

bool UsesNu(SvmType type) { return type != SvmType::kCSvc && type != SvmType::kEpsilonSvr; }

}  // namespace

Target LibsvmLearner::target() const {
  return PredictsValues(options_.type) ? Target::kValues : Target::kClasses;
}

std::unique_ptr<Model> LibsvmLearner::Fit(const TrainingSet& train) const {
  MERCER_CHECK(train.kernel != nullptr);
  if (options_.type == SvmType::kCSvc || options_.type == SvmType::kNuSvc) {
    CheckClassification("libsvm", train);
  } else {
    CheckRegression("libsvm", train);
  }
  // |k(x, y)|² ≤ k(x, x) k(y, y): a finite diagonal keeps the solver from meeting an infinite
  // value.
  train.kernel->Diagonal(train.x);
  return FitLibsvm(options_, train);
}

double LibsvmLearner::EstimatedBytes(const ProblemSize& size) const {
  return LibsvmBytes(options_, size);
}

namespace {

// Throws InvalidInput for a parameter that the type does not use.
std::unique_ptr<Learner> MakeLibsvm(const Params& params) {
  LibsvmOptions options{.cost = params.Get("cost").AsNumber(),
                        .class_weights = ParseClassWeights("libsvm", params.Find("class_weights")),
                        .eps = params.Get("eps").AsNumber(),
                        .cache_mib = params.Get("cache_mib").AsNumber(),
                        .shrinking = params.Get("shrinking").AsBool()};
  const ParamValue* type = params.Find("type");
  if (type != nullptr) options.type = ParseType(type->AsText());
  const auto refuse_unless = [&](bool used, const std::string& name, const char* by) {
    if (used || params.Find(name) == nullptr) return;
    throw InvalidInput("learner 'libsvm': type " +
                       std::string(kTypes[static_cast<std::size_t>(options.type)]) + " has no " +
                       name + "; expected it with " + by + " only");
  };
  refuse_unless(UsesNu(options.type), "nu", "nu_svc, nu_svr and one_class");
  refuse_unless(options.type == SvmType::kEpsilonSvr, "epsilon", "epsilon_svr");
  refuse_unless(options.type == SvmType::kCSvc, "class_weights", "c_svc");
  if (const ParamValue* nu = params.Find("nu")) options.nu = nu->AsNumber();
  if (const ParamValue* epsilon = params.Find("epsilon")) options.epsilon = epsilon->AsNumber();
  return std::make_unique<LibsvmLearner>(options);
}

}  // namespace

LearnerEntry LibsvmEntry() {
  LearnerEntry entry;
  entry.name = "libsvm";
  entry.summary =
      "kernel SVM of LIBSVM: classes (several by one against one), values, or one class";
  entry.citation = "Chang & Lin 2011";
  entry.params = {
      {.name = "type",
       .kind = ParamKind::kText,
       .help = "the problem by LIBSVM's own name; epsilon_svr and nu_svr predict values, one_class "
               "1 or -1; absent: c_svc",
       .optional = true,
       .choices = {kTypes.begin(), kTypes.end()}},
      CostSpec("C of 1/2 |w|^2 + C sum of losses; nu_svc and one_class have none"),
      {.name = "nu",
       .help = "nu of nu_svc, nu_svr and one_class; absent: 0.5, as in svm-train",
       .optional = true,
       .min = 0,
       .max = 1,
       .open_min = true},
      {.name = "epsilon",
       .help = "half the width of the tube of epsilon_svr; absent: 0.1, as in svm-train",
       .optional = true,
       .min = 0},
      ClassWeightsSpec(),
      EpsSpec("tolerance of the optimality conditions", 0.001),
      CacheSpec("kernel columns", 100),
      ShrinkingSpec(),
  };
  entry.kernel_machine = true;
  entry.make = &MakeLibsvm;
  return entry;
}

}  // namespace mercer
