#include <nlohmann/json.hpp>

#include "core/base/error.h"
#include "experiments/config/trial/trial_text.h"
#include "experiments/run/machine/blas.h"
#include "experiments/run/sweep/worker_executor.h"
#include "experiments/store/files.h"

namespace mercer {
namespace {

Json ValuesToJson(const TunedValues& values) {
  Json json = Json::array();
  for (const auto& [path, value] : values) json.push_back({path, FromParamValue(value)});
  return json;
}

TunedValues ValuesFromJson(const Json& json) {
  TunedValues values;
  for (const Json& pair : json)
    values.emplace_back(pair.at(0).get<std::string>(), ToParamValue(pair.at(1)).value());
  return values;
}

}  // namespace

std::string WriteOrder(const TrialOrder& order, const TrialSettings& settings,
                       const WorkerSettings& workers) {
  const Json json = {{"schema", kRecordSchema},
                     {"trial", TrialToJson(order.trial)},
                     {"tuned", ValuesToJson(order.tuned.values)},
                     {"tuned_on", order.tuned.on},
                     {"dataset_sha256", order.dataset_sha256},
                     {"run_id", settings.run_id},
                     {"threads", settings.threads},
                     {"memory_limit_bytes", settings.memory_limit_bytes},
                     {"data_dir", workers.data_dir.string()},
                     {"prepared", settings.prepared.string()}};
  return json.dump();
}

ReadOrderResult ReadOrder(const std::string& text) {
  ReadOrderResult read;
  try {
    const Json json = Json::parse(text);
    if (json.at("schema") != kRecordSchema) throw InvalidInput("of another version");
    TrialOrder& order = read.order;
    order.trial = TrialFromJson(json.at("trial"));
    order.tuned = {ValuesFromJson(json.at("tuned")), json.at("tuned_on").get<std::string>()};
    order.dataset_sha256 = json.at("dataset_sha256").get<std::string>();
    TrialSettings& settings = read.settings;
    settings.run_id = json.at("run_id").get<std::string>();
    settings.threads = json.at("threads").get<int>();
    settings.memory_limit_bytes = json.at("memory_limit_bytes").get<double>();
    settings.prepared = json.at("prepared").get<std::string>();
    read.data_dir = json.at("data_dir").get<std::string>();
  } catch (const std::exception& error) {
    throw InvalidInput("worker: no trial on standard input (" + std::string(error.what()) +
                       "); expected one that mercer run wrote");
  }
  return read;
}

std::string RunWorker(const std::string& input,
                      const std::function<void(const std::string&)>& on_phase) {
  ReadOrderResult read = ReadOrder(input);
  read.settings.on_phase = on_phase;
  UseOneBlasThread();
  const Catalogue catalogue(read.data_dir);
  TrialDataCache cache(catalogue, {read.settings.prepared, read.order.dataset_sha256});
  return WriteTrialText({"", RunOrder(read.order, read.settings, cache)});
}

}  // namespace mercer
