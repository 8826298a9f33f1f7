#include "experiments/run/sweep/context.h"

#include <archive.h>
#include <linear.h>
#include <mercer_build_info.h>
#include <openssl/crypto.h>
#include <svm.h>
#include <unistd.h>

#include <boost/version.hpp>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/base/types.h"
#include "core/kernels/builtin_kernels.h"
#include "core/learners/builtin_learners.h"
#include "core/linalg/memory.h"
#include "core/maps/builtin_maps.h"
#include "experiments/json/parse_json.h"
#include "experiments/run/machine/cores.h"
#include "experiments/run/machine/measure_passport.h"
#include "experiments/run/machine/system_facts.h"
#include "experiments/store/csv.h"
#include "experiments/store/disk/files.h"
#include "experiments/store/record.h"

namespace mercer {
namespace {

OrderedJson Build() {
  return {{"commit", MERCER_BUILD_COMMIT},
          {"dirty", std::string(MERCER_BUILD_DIRTY) == "true"},
          {"compiler", MERCER_BUILD_COMPILER},
          {"build_type", MERCER_BUILD_TYPE},
          {"flags", MERCER_BUILD_FLAGS}};
}

OrderedJson Blas() {
  const BlasInfo info = LoadedBlas();
  OrderedJson blas = {{"library", info.library.empty() ? "none loaded" : info.library},
                      {"description", info.description},
                      {"threads", info.threads ? OrderedJson(*info.threads) : OrderedJson()}};
  for (const char* name : {"OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"}) {
    if (const char* value = std::getenv(name)) blas["environment"][name] = value;
  }
  return blas;
}

std::string Dotted(int a, int b, int c) {
  return std::to_string(a) + "." + std::to_string(b) + "." + std::to_string(c);
}

OrderedJson Libraries() {
  return {
      {"Eigen", Dotted(EIGEN_WORLD_VERSION, EIGEN_MAJOR_VERSION, EIGEN_MINOR_VERSION)},
      {"LIBLINEAR", std::to_string(LIBLINEAR_VERSION)},
      {"LIBSVM", std::to_string(LIBSVM_VERSION)},
      {"Boost", Dotted(BOOST_VERSION / 100000, BOOST_VERSION / 100 % 1000, BOOST_VERSION % 100)},
      {"OpenSSL", OpenSSL_version(OPENSSL_VERSION)},
      {"libarchive", archive_version_string()},
      {"nlohmann_json", Dotted(NLOHMANN_JSON_VERSION_MAJOR, NLOHMANN_JSON_VERSION_MINOR,
                               NLOHMANN_JSON_VERSION_PATCH)}};
}

// What is not known is null.
OrderedJson Clock() {
  const FrequencyScaling scaling = ReadFrequencyScaling("/sys/devices/system/cpu");
  return {{"governor", scaling.governor.empty() ? OrderedJson() : OrderedJson(scaling.governor)},
          {"boost", scaling.boost ? OrderedJson(*scaling.boost) : OrderedJson()}};
}

// A path of the user's machine says nothing to others; the file's name does.
std::string WithoutFolder(const std::string& value) {
  return value.starts_with('/') ? std::filesystem::path(value).filename().string() : value;
}

// The file's name. The Python package writes a config that is no file to a hidden one, which it
// removes, and keeps it in the results folder.
std::string ConfigFile(const Experiment& experiment) {
  const std::string name = std::filesystem::path(experiment.config_path).filename().string();
  return name.starts_with(".mercer-") ? "mercer-config.json" : name;
}

OrderedJson Settings(const RunOptions& options) {
  OrderedJson set = OrderedJson::array(), only = OrderedJson::array();
  for (const auto& [path, value] : options.settings)
    set.push_back(path + "=" + WithoutFolder(value));
  for (const auto& [key, value] : options.only) only.push_back(key + "=" + value);
  OrderedJson settings = {{"threads", options.threads},
                          {"jobs", options.jobs},
                          {"cores", CoresText(options.cores)},
                          {"timeout_seconds", options.timeout_seconds},
                          {"memory_gib", options.memory_gib},
                          {"set", set},
                          {"only", only},
                          {"retry", options.retry}};
  if (options.ranks > 1) settings["ranks"] = options.ranks;
  if (options.shard.count > 1) settings["shard"] = ShardText(options.shard);
  return settings;
}

}  // namespace

std::string NewRunId() {
  std::random_device device;
  constexpr char kDigits[] = "0123456789abcdef";
  // Of a thousand runs that begin in one second two have the same id once in 5e8 times.
  constexpr int kRandomDigits = 12;
  std::string id = UtcNow("%Y%m%dT%H%M%SZ-");
  for (int i = 0; i < kRandomDigits; ++i) id += kDigits[device() % 16];
  return id;
}

std::string BuildText() { return Build().dump(); }

ContextWriter::ContextWriter(const Experiment& experiment, const RunOptions& options,
                             std::string run_id)
    : experiment_(experiment),
      options_(options),
      run_id_(std::move(run_id)),
      started_(UtcNow("%Y-%m-%dT%H:%M:%SZ")),
      load_at_start_(LoadAverage()) {}

Passport ContextWriter::Rates() {
  if (options_.passport && !passport_) passport_ = MachinePassport();
  return passport_.value_or(ReferencePassport());
}

RunContext ContextWriter::Make(const std::map<std::string, std::string>& dataset_hashes,
                               bool ended) {
  Rates();
  OrderedJson json = {{"schema", kRecordSchema},
                      {"run_id", run_id_},
                      {"experiment", experiment_.name},
                      {"started", started_},
                      {"ended", ended ? OrderedJson(UtcNow("%Y-%m-%dT%H:%M:%SZ")) : OrderedJson()}};
  json.update(Build());
  json["os"] = OperatingSystem();
  json["cpu"] = ProcessorName();
  json["cores"] = sysconf(_SC_NPROCESSORS_ONLN);
  json["frequency_scaling"] = Clock();
  json["passport"] =
      passport_ ? RequireJson(PassportToJson(*passport_), "passport") : OrderedJson();
  json["memory_gib"] = static_cast<int>(PhysicalMemoryBytes() / (1 << 30) + 0.5);
  json["blas"] = Blas();
  const std::optional<int> openmp = OpenMpThreads();
  json["openmp_threads"] = openmp ? OrderedJson(*openmp) : OrderedJson();
  json["libraries"] = Libraries();
  json["load_average_start"] = load_at_start_;
  json["load_average_end"] = ended ? OrderedJson(LoadAverage()) : OrderedJson();
  json["settings"] = Settings(options_);
  json["dataset_sha256"] = dataset_hashes;
  json["config_file"] = ConfigFile(experiment_);
  json["config_text"] = experiment_.config_text;
  json["reported_csv"] = ReportedRows(experiment_);
  return {run_id_, json.dump(1, ' ', false, OrderedJson::error_handler_t::replace) + "\n"};
}

bool CoversLocation(std::string_view paper, std::string_view row) {
  if (!row.starts_with(paper)) return false;
  const bool number_goes_on =
      row.size() > paper.size() && row[paper.size()] >= '0' && row[paper.size()] <= '9';
  return !number_goes_on;
}

std::string ReportedRows(const Experiment& experiment) {
  if (!experiment.paper || experiment.paper->reported_file.empty()) return "";
  const std::filesystem::path path =
      std::filesystem::path(experiment.config_path).parent_path() / experiment.paper->reported_file;
  const auto text = ReadText(path);
  if (!text) throw InvalidInput("the reported values '" + path.string() + "' cannot be read");
  const std::vector<CsvRow> rows = ParseCsv(*text, path.string());
  std::string kept;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (i == 0 || CoversLocation(experiment.paper->location, rows[i].fields.front()))
      kept += CsvLine(rows[i].fields);
  }
  return kept;
}

std::vector<std::pair<std::string, std::string>> CodeFacts(const std::string& program_version) {
  return {{"version of the program", program_version},
          {"build", BuildText()},
          {"instructions it is compiled for", CompiledInstructionSet()},
          {"form of the records", std::to_string(kRecordSchema)},
          {"versions of the kernels", VersionsOf(KernelRegistry())},
          {"versions of the maps", VersionsOf(MapRegistry())},
          {"versions of the learners", VersionsOf(LearnerRegistry())}};
}

}  // namespace mercer
