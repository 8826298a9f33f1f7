#include "experiments/store/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <limits>
#include <nlohmann/json.hpp>

#include "core/base/atomic_output.h"
#include "core/base/error.h"
#include "core/base/sha256.h"
#include "experiments/store/trial_text.h"

namespace mercer {
namespace {

using Json = nlohmann::ordered_json;

/// A solver's warning may hold bytes that are no UTF-8: they are replaced, not refused.
std::string Dump(const Json& json, int indent) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

std::string Checksum(Json json) {
  json.erase("checksum");
  return Sha256Hex(Dump(json, -1)).substr(0, 16);
}

void RequireSchema(const Json& json, const std::filesystem::path& path) {
  const auto schema = json.find("schema");
  if (schema == json.end() || !schema->is_number_integer()) return;
  if (*schema == kRecordSchema) return;
  throw InvalidInput("'" + path.string() + "' has schema version " + schema->dump() +
                     ", this program reads and writes version " + std::to_string(kRecordSchema) +
                     ": choose another --out folder");
}

/// Nothing unless it is a whole object of our schema with the right checksum.
std::optional<Json> ParseChecked(const std::string& text, const std::filesystem::path& path) {
  Json json = Json::parse(text, nullptr, false);
  if (!json.is_object()) return std::nullopt;
  RequireSchema(json, path);
  const auto checksum = json.find("checksum");
  if (checksum == json.end() || *checksum != Checksum(json)) return std::nullopt;
  return json;
}

/// A number that is none is written as null.
ResultRecord::Trace ReadTrace(const Json& json) {
  const auto number = [](const Json& item) {
    return item.is_number() ? item.get<double>() : std::numeric_limits<double>::quiet_NaN();
  };
  ResultRecord::Trace trace;
  for (const Json& point : json) trace.emplace_back(number(point.at(0)), number(point.at(1)));
  return trace;
}

std::string Seal(Json json) {
  json["checksum"] = Checksum(json);
  return Dump(json, 1) + "\n";
}

FileStamp Stamp(const struct stat& status) {
  constexpr std::int64_t kNanoseconds = 1'000'000'000;
  return {status.st_size, status.st_mtim.tv_sec * kNanoseconds + status.st_mtim.tv_nsec};
}

/// The rest of an open file; nothing where reading fails (a folder opens, but cannot be read).
std::optional<std::string> ReadToEnd(int descriptor, std::int64_t expected) {
  std::string text(static_cast<std::size_t>(expected) + 1, '\0');
  std::size_t length = 0;
  while (true) {
    const ssize_t n = read(descriptor, text.data() + length, text.size() - length);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return std::nullopt;
    length += static_cast<std::size_t>(n);
    if (n == 0) break;
    if (length == text.size()) text.resize(2 * text.size());
  }
  text.resize(length);
  return text;
}

}  // namespace

FileStamp StampOf(const std::filesystem::path& path) {
  struct stat status {};
  return stat(path.c_str(), &status) == 0 ? Stamp(status) : FileStamp();
}

std::optional<StampedText> ReadStampedText(const std::filesystem::path& path) {
  const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return std::nullopt;
  struct stat status {};
  std::optional<std::string> text;
  if (fstat(descriptor, &status) == 0) text = ReadToEnd(descriptor, status.st_size);
  close(descriptor);
  if (!text) return std::nullopt;
  return StampedText{std::move(*text), Stamp(status)};
}

std::optional<std::string> ReadText(const std::filesystem::path& path) {
  std::optional<StampedText> stamped = ReadStampedText(path);
  if (!stamped) return std::nullopt;
  return std::move(stamped->text);
}

std::string WriteTrialText(const TrialFile& trial) {
  Json record = Json::object();
  for (std::size_t i = 0; i < kNumColumns; ++i)
    record[std::string(kColumns[i].name)] = trial.record.Text(i);
  Json file{{"schema", kRecordSchema}, {"identity", trial.identity}, {"record", record}};
  if (!trial.record.trace().empty()) file["trace"] = trial.record.trace();
  // The checksum is of the text as it will be read back, bytes that are no UTF-8 replaced.
  return Seal(Json::parse(Dump(file, -1)));
}

std::optional<TrialFile> ReadTrialText(const std::string& text, const std::filesystem::path& path) {
  if (auto written = ReadWrittenTrialText(text)) return written;
  const std::optional<Json> json = ParseChecked(text, path);
  if (!json) return std::nullopt;
  TrialFile trial;
  trial.identity = json->at("identity").get<std::string>();
  try {
    for (std::size_t i = 0; i < kNumColumns; ++i)
      trial.record.SetText(i, json->at("record").value(std::string(kColumns[i].name), ""));
  } catch (const InvalidInput&) {
    return std::nullopt;
  }
  if (const auto trace = json->find("trace"); trace != json->end())
    trial.record.set_trace(ReadTrace(*trace));
  return trial;
}

std::string WriteGridText(const GridFile& grid) {
  return Seal(
      Json{{"schema", kRecordSchema}, {"experiment", grid.experiment}, {"trials", grid.trials}});
}

std::optional<GridFile> ReadGridText(const std::string& text, const std::filesystem::path& path) {
  const std::optional<Json> json = ParseChecked(text, path);
  if (!json) return std::nullopt;
  return GridFile{json->at("experiment").get<std::string>(),
                  json->at("trials").get<std::vector<std::string>>()};
}

std::vector<std::filesystem::path> FilesEndingIn(const std::filesystem::path& folder,
                                                 const std::string& suffix) {
  std::vector<std::filesystem::path> files;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
    const std::string name = entry.path().filename().string();
    if (name.ends_with(suffix) && !name.starts_with(kTemporaryPrefix))
      files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace mercer
