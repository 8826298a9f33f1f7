#include "experiments/store/index.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <optional>
#include <utility>

#include "core/base/atomic_output.h"
#include "core/base/error.h"
#include "core/base/sha256.h"

namespace mercer {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kSafeNanoseconds = 2'000'000'000;
constexpr std::size_t kChecksumDigits = 64;
constexpr std::string_view kSuffix = ".json";

// Fields of a trial: its id, its identity, the columns of its record.
constexpr std::size_t kNumFields = 2 + kNumRecordColumns;

/// What an index begins with; one of other columns is none.
std::string Heading() {
  std::string text = "mercer trial index 1:";
  for (const ColumnInfo& column : kRecordColumns) text += std::string(column.name) + ",";
  return text + "\n";
}

// Numbers are written seven bits to a byte, the lowest first.
void AddNumber(std::string& bytes, std::uint64_t number) {
  constexpr std::uint64_t kMore = 128;
  for (; number >= kMore; number /= kMore) bytes += static_cast<char>(number % kMore + kMore);
  bytes += static_cast<char>(number);
}

std::size_t SharedPrefix(std::string_view a, std::string_view b) {
  const std::size_t n = std::min(a.size(), b.size());
  std::size_t i = 0;
  while (i < n && a[i] == b[i]) ++i;
  return i;
}

std::size_t SharedSuffix(std::string_view a, std::string_view b, std::size_t most) {
  std::size_t i = 0;
  while (i < most && a[a.size() - 1 - i] == b[b.size() - 1 - i]) ++i;
  return i;
}

/// Takes an index from the left. What is not there is 0 or "", and ok() is false from then on.
class IndexReader {
 public:
  explicit IndexReader(std::string_view left) : left_(left) {}

  bool ok() const { return ok_; }
  bool AtEnd() const { return left_.empty(); }

  std::uint64_t Number() {
    constexpr int kBits = 7, kWordBits = 64;
    std::uint64_t number = 0;
    for (int shift = 0; shift < kWordBits; shift += kBits) {
      if (left_.empty()) break;
      const auto byte = static_cast<unsigned char>(left_.front());
      left_.remove_prefix(1);
      number |= static_cast<std::uint64_t>(byte & 127U) << shift;
      if (byte < 128) return number;
    }
    ok_ = false;
    return 0;
  }

  std::string_view Bytes(std::uint64_t length) {
    if (length > left_.size()) {
      ok_ = false;
      return {};
    }
    const std::string_view bytes = left_.substr(0, length);
    left_.remove_prefix(length);
    return bytes;
  }

  /// Turns a field of the trial before into that of this one.
  void Text(std::string& field) {
    const std::uint64_t prefix = Number(), suffix = Number();
    const std::string_view middle = Bytes(Number());
    if (!ok_ || prefix > field.size() || suffix > field.size() - prefix) {
      ok_ = false;
      return;
    }
    field.replace(prefix, field.size() - prefix - suffix, middle);
  }

  ResultRecord::Trace Trace() {
    ResultRecord::Trace trace;
    for (std::uint64_t left = Number(); ok_ && left > 0; --left) {
      const double seconds = Double();
      trace.emplace_back(seconds, Double());
    }
    return trace;
  }

 private:
  double Double() {
    double value = 0;
    const std::string_view bytes = Bytes(sizeof value);
    if (ok_) std::memcpy(&value, bytes.data(), sizeof value);
    return value;
  }

  std::string_view left_;
  bool ok_ = true;
};

/// The trials that an index holds, in its order; `written` is the earlier of the time that it says
/// and the time of its file. Nothing where there is no whole index of our columns.
struct IndexContent {
  std::vector<TrialOnDisk> trials{};
  std::int64_t written = 0;
};

std::optional<TrialOnDisk> NextTrial(IndexReader& reader, std::vector<std::string>& fields) {
  TrialOnDisk trial;
  for (std::string& field : fields) reader.Text(field);
  trial.stamp.bytes = static_cast<std::int64_t>(reader.Number());
  trial.stamp.nanoseconds = static_cast<std::int64_t>(reader.Number());
  trial.file.record.set_trace(reader.Trace());
  if (!reader.ok()) return std::nullopt;
  trial.id = fields[0];
  trial.file.identity = fields[1];
  try {
    for (std::size_t i = 0; i < kNumRecordColumns; ++i) trial.file.record.SetText(i, fields[2 + i]);
    if (trial.file.record.IsOk()) CheckNumbers(trial.file.record);
  } catch (const InvalidInput&) {
    return std::nullopt;
  }
  if (trial.file.record.Get(column::kTrialId) != trial.id) return std::nullopt;
  return trial;
}

std::optional<IndexContent> ReadIndex(const fs::path& folder) {
  const std::optional<StampedText> file = ReadStampedText(folder / kIndexName, kMostTextBytes);
  const std::string heading = Heading();
  if (!file || !file->text.starts_with(heading) || file->text.size() < kChecksumDigits)
    return std::nullopt;
  const std::string_view text = file->text;
  const std::string_view content = text.substr(0, text.size() - kChecksumDigits);
  if (Sha256Hex(content) != text.substr(content.size())) return std::nullopt;
  if (content.size() < heading.size()) return std::nullopt;
  IndexReader reader(content.substr(heading.size()));
  IndexContent index;
  std::vector<std::string> fields(kNumFields);
  while (reader.ok()) {
    // Each trial stands behind a 1, the time of writing behind a 0.
    if (reader.Number() == 0) break;
    std::optional<TrialOnDisk> trial = NextTrial(reader, fields);
    if (!trial || (!index.trials.empty() && index.trials.back().id >= trial->id))
      return std::nullopt;
    index.trials.push_back(std::move(*trial));
  }
  index.written = std::min(static_cast<std::int64_t>(reader.Number()), file->stamp.nanoseconds);
  if (!reader.ok() || !reader.AtEnd()) return std::nullopt;
  return index;
}

/// Ids of the trial files that there are, sorted.
std::vector<std::string> TrialIds(const fs::path& trials) {
  std::vector<std::string> ids;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(trials, ignored)) {
    const std::string name = entry.path().filename().string();
    if (name.ends_with(kSuffix) && !name.starts_with(kTemporaryPrefix))
      ids.push_back(name.substr(0, name.size() - kSuffix.size()));
  }
  std::sort(ids.begin(), ids.end());
  return ids;
}

/// The trial of a file itself; nothing where it is damaged.
std::optional<TrialOnDisk> ReadTrial(const fs::path& file, const std::string& id) {
  std::optional<StampedText> stamped = ReadStampedText(file);
  if (!stamped) return std::nullopt;
  std::optional<TrialFile> trial = ReadTrialText(stamped->text, file);
  if (!trial || trial->record.Get(column::kTrialId) != id) return std::nullopt;
  return TrialOnDisk{id, std::move(*trial), stamped->stamp};
}

}  // namespace

TrialsOnDisk ReadTrialFiles(const fs::path& folder) {
  std::optional<IndexContent> read = ReadIndex(folder);
  const bool has_index = read.has_value();
  IndexContent index = has_index ? std::move(*read) : IndexContent();
  const fs::path parent = folder / "trials";
  TrialsOnDisk found;
  auto known = index.trials.begin();
  for (const std::string& id : TrialIds(parent)) {
    const fs::path file = parent / (id + std::string(kSuffix));
    while (known != index.trials.end() && known->id < id) ++known;
    const bool has = known != index.trials.end() && known->id == id;
    if (has && known->stamp.nanoseconds < index.written - kSafeNanoseconds &&
        known->stamp == StampOf(file)) {
      found.trials.push_back(std::move(*known));
      continue;
    }
    ++found.num_read;
    if (auto trial = ReadTrial(file, id)) {
      found.trials.push_back(std::move(*trial));
    } else {
      found.damaged.push_back(id + std::string(kSuffix));
    }
  }
  found.index_is_current =
      has_index && found.num_read == 0 && found.trials.size() == index.trials.size();
  return found;
}

TrialIndexWriter::TrialIndexWriter() : bytes_(Heading()), last_(kNumFields) {}

void TrialIndexWriter::AddText(std::size_t field, std::string_view text) {
  std::string& last = last_[field];
  const std::size_t prefix = SharedPrefix(last, text);
  const std::size_t suffix = SharedSuffix(last, text, std::min(last.size(), text.size()) - prefix);
  AddNumber(bytes_, prefix);
  AddNumber(bytes_, suffix);
  AddNumber(bytes_, text.size() - prefix - suffix);
  bytes_ += text.substr(prefix, text.size() - prefix - suffix);
  last = text;
}

void TrialIndexWriter::Add(std::string_view id, const std::string& identity,
                           const ResultRecord& record, FileStamp stamp) {
  MERCER_CHECK(count_ == 0 || last_[0] < id);
  ++count_;
  AddNumber(bytes_, 1);
  AddText(0, id);
  AddText(1, identity);
  for (std::size_t i = 0; i < kNumRecordColumns; ++i) AddText(2 + i, record.Text(i));
  AddNumber(bytes_, static_cast<std::uint64_t>(stamp.bytes));
  AddNumber(bytes_, static_cast<std::uint64_t>(stamp.nanoseconds));
  AddNumber(bytes_, record.trace().size());
  for (const auto& [seconds, objective] : record.trace()) {
    for (const double value : {seconds, objective})
      bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
}

void TrialIndexWriter::Write(const fs::path& folder) {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  AddNumber(bytes_, 0);
  AddNumber(bytes_, static_cast<std::uint64_t>(
                        std::chrono::duration_cast<std::chrono::nanoseconds>(now).count()));
  bytes_ += Sha256Hex(bytes_);
  try {
    WriteFileAtomically(folder / kIndexName, bytes_);
  } catch (const InvalidInput&) {
    // The records are whole without it.
  }
}

}  // namespace mercer
