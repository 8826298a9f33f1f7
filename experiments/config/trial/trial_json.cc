#include "experiments/config/trial/trial_json.h"

#include <utility>

#include "core/base/error.h"

// Each type beside its fields; the library writes and reads lists and pairs of them.

namespace nlohmann {

template <class Value>
struct adl_serializer<std::optional<Value>> {
  static void to_json(json& out, const std::optional<Value>& value) {
    out = value ? json(*value) : json();
  }
  static void from_json(const json& in, std::optional<Value>& value) {
    if (!in.is_null()) value = in.get<Value>();
  }
};

template <>
struct adl_serializer<mercer::ParamValue> {
  static void to_json(json& out, const mercer::ParamValue& value) {
    out = mercer::FromParamValue(value);
  }
  static mercer::ParamValue from_json(const json& in) {
    std::optional<mercer::ParamValue> value = mercer::ToParamValue(in);
    if (!value) throw json::type_error::create(302, "no value", &in);
    return *std::move(value);
  }
};

template <>
struct adl_serializer<mercer::Params> {
  static void to_json(json& out, const mercer::Params& params) { out = params.entries(); }
  static void from_json(const json& in, mercer::Params& params) {
    for (const json& entry : in)
      params.Set(entry.at(0).get<std::string>(), entry.at(1).get<mercer::ParamValue>());
  }
};

template <>
struct adl_serializer<std::shared_ptr<const mercer::GivenRows>> {
  static void to_json(json& out, const std::shared_ptr<const mercer::GivenRows>& rows) {
    if (!rows) {
      out = json();
      return;
    }
    out = {{"train_file", rows->train_file},
           {"test_file", rows->test_file},
           {"train", rows->train},
           {"test", rows->test},
           {"sha256", rows->sha256}};
  }
  static void from_json(const json& in, std::shared_ptr<const mercer::GivenRows>& rows) {
    if (in.is_null()) return;
    rows = std::make_shared<const mercer::GivenRows>(mercer::GivenRows{
        in.at("train_file").get<std::string>(), in.at("test_file").get<std::string>(),
        in.at("train").get<std::vector<mercer::Index>>(),
        in.at("test").get<std::vector<mercer::Index>>(), in.at("sha256").get<std::string>()});
  }
};

}  // namespace nlohmann

namespace mercer {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(NamedParams, name, params)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(SplitSpec, official, train_fraction, max_train, folds, given)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(DataPath, part, role, path)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(DatasetSpec, name, params, runs_per_set, parts, encode, paths,
                                   format, labels, rows, split, preprocess, kernels)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(TuningSpec, method, grid, validation_fraction, folds, max_rows,
                                   on_test, share_with)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(GramSpec, rows, pairs, sampled)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(BoxSpec, scale)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Cell, dataset, kernel, method, map, num_random_features, learner,
                                   metrics, gram, box)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(TrialSeeds, label, split, map, learner)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Trial, id, experiment, cell, repetition, seeds, tuning, tuned_by,
                                   timed_by, max_seconds, timing_repeat, shared_features)

Json TrialToJson(const Trial& trial) { return trial; }

Trial TrialFromJson(const Json& json) { return json.get<Trial>(); }

}  // namespace mercer
