#include "experiments/config/trial/trial_json.h"

#include <utility>

#include "experiments/json/json_fields.h"

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
    mercer::GivenRows read;
    mercer::ReadField(in, "train_file", read.train_file);
    mercer::ReadField(in, "test_file", read.test_file);
    mercer::ReadField(in, "train", read.train);
    mercer::ReadField(in, "test", read.test);
    mercer::ReadField(in, "sha256", read.sha256);
    rows = std::make_shared<const mercer::GivenRows>(std::move(read));
  }
};

}  // namespace nlohmann

namespace mercer {

// As NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE, but for what ReadField refuses.
#define MERCER_READ_FIELD(field) ReadField(in, #field, out.field);
#define MERCER_JSON_TYPE(Type, ...)                                           \
  inline void to_json(Json& nlohmann_json_j, const Type& nlohmann_json_t) {   \
    NLOHMANN_JSON_EXPAND(NLOHMANN_JSON_PASTE(NLOHMANN_JSON_TO, __VA_ARGS__))  \
  }                                                                           \
  inline void from_json(const Json& in, Type& out) {                          \
    NLOHMANN_JSON_EXPAND(NLOHMANN_JSON_PASTE(MERCER_READ_FIELD, __VA_ARGS__)) \
  }

MERCER_JSON_TYPE(NamedParams, name, params)
MERCER_JSON_TYPE(SplitSpec, official, train_fraction, max_train, folds, given)
MERCER_JSON_TYPE(DataPath, part, role, path)
MERCER_JSON_TYPE(DatasetSpec, name, params, runs_per_set, parts, encode, paths, format, labels,
                 rows, split, preprocess, kernels)
MERCER_JSON_TYPE(TuningSpec, method, grid, validation_fraction, folds, max_rows, on_test,
                 share_with)
MERCER_JSON_TYPE(GramSpec, rows, pairs, sampled, on_test)
MERCER_JSON_TYPE(BoxSpec, scale)
MERCER_JSON_TYPE(CountTarget, error, max, from)
MERCER_JSON_TYPE(Cell, dataset, kernel, method, map, num_random_features, learner, metrics, gram,
                 box)
MERCER_JSON_TYPE(TrialSeeds, label, split, map, learner)
MERCER_JSON_TYPE(Trial, id, experiment, cell, repetition, seeds, tuning, tuned_by, timed_by,
                 max_seconds, timing_repeat, shared_features)

// Only of a D that follows from an error.
Json TrialToJson(const Trial& trial) {
  Json json = trial;
  if (trial.cell.target.error > 0) json["cell"]["target"] = trial.cell.target;
  return json;
}

#undef MERCER_JSON_TYPE
#undef MERCER_READ_FIELD

Trial TrialFromJson(const Json& json) {
  auto trial = json.get<Trial>();
  const Json& cell = json.at("cell");
  if (cell.contains("target")) trial.cell.target = cell["target"].get<CountTarget>();
  return trial;
}

}  // namespace mercer
