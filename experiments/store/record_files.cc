#include "experiments/store/record_files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "core/base/error.h"
#include "experiments/json/regular_file.h"
#include "experiments/store/disk/files.h"
#include "experiments/store/disk/line_writer.h"

namespace mercer {
namespace {

namespace fs = std::filesystem;

using UseLine = std::function<void(std::string_view)>;

/// An open file of records, or why there is none.
class Input {
 public:
  // Without O_NONBLOCK a pipe would be waited for.
  explicit Input(const fs::path& path)
      : descriptor_(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)) {
    is_gone_ = descriptor_ < 0 && errno == ENOENT;
  }
  ~Input() {
    if (descriptor_ >= 0) close(descriptor_);
  }
  Input(const Input&) = delete;
  Input& operator=(const Input&) = delete;

  int descriptor() const { return descriptor_; }
  bool is_gone() const { return is_gone_; }

  bool IsRegular() const {
    struct stat status {};
    return descriptor_ >= 0 && fstat(descriptor_, &status) == 0 && S_ISREG(status.st_mode);
  }

  std::uint64_t Size() const {
    struct stat status {};
    return fstat(descriptor_, &status) == 0 ? static_cast<std::uint64_t>(status.st_size) : 0;
  }

  /// Bytes from a place on, at most `most`; none at the end or where they cannot be read.
  std::size_t Read(char* into, std::size_t most, std::uint64_t from) const {
    while (true) {
      const ssize_t count = pread(descriptor_, into, most, static_cast<off_t>(from));
      if (count >= 0) return static_cast<std::size_t>(count);
      if (errno != EINTR) return 0;
    }
  }

 private:
  int descriptor_;
  bool is_gone_;
};

/// Lines from a place on, in pieces of the file. Returns where the last one ended.
std::uint64_t ReadLines(const Input& input, std::uint64_t from, const UseLine& use) {
  constexpr std::size_t kPiece = std::size_t{1} << 20;
  std::string bytes(kPiece, '\0');
  std::uint64_t ended = from;  // where `bytes` begins
  for (std::size_t kept = 0;;) {
    if (kept > bytes.size() / 2) bytes.resize(2 * bytes.size());
    const std::size_t count = input.Read(bytes.data() + kept, bytes.size() - kept, ended + kept);
    if (count == 0) return ended;
    const std::string_view text(bytes.data(), kept + count);
    std::size_t begin = 0;
    for (std::size_t search = kept;; search = begin) {
      std::size_t end = text.find('\n', search);
      // Longer than any line: no more of it is kept in memory.
      if (end == text.npos && text.size() - begin > kMostJsonBytes) end = text.size() - 1;
      if (end == text.npos) break;
      use(text.substr(begin, end - begin));
      begin = end + 1;
    }
    ended += begin;
    kept = text.size() - begin;
    std::memmove(bytes.data(), bytes.data() + begin, kept);
  }
}

/// Identifies a loss in the line that discards it: of what is there now, if anything was stated.
/// See docs/formats.md.
std::uint64_t LossChecksum(const std::string& run, const LineTally& now, const LineTally& stated) {
  if (stated.lines == 0) return 0;
  return ChecksumOfBytes(run + " " + std::to_string(now.lines) + " " + DigitsOf(now.checksum));
}

std::string NameOf(const std::string& run) { return "trials/" + run + std::string(kRecordsSuffix); }

}  // namespace

fs::path RecordsPath(const fs::path& folder, const std::string& run_id) {
  return folder / NameOf(run_id);
}

std::string Damage::Text() const {
  const std::string file = NameOf(run), line = file + ":" + std::to_string(first);
  switch (kind) {
    case Kind::kMissing:
      return file + " is missing";
    case Kind::kFile:
      return file + " is damaged";
    case Kind::kCut:
      return file + " has " + std::to_string(first) + " of its " + std::to_string(last) +
             (last == 1 ? " line" : " lines");
    case Kind::kChanged:
      return file + " has been changed since its run wrote it";
    case Kind::kTail:
      return line + " is half a line, left by a killed run";
    case Kind::kLines:
      break;
  }
  if (first == last) return line + " is damaged";
  return line + "-" + std::to_string(last) + " are damaged";
}

std::string Damage::LeftOutText() const {
  switch (kind) {
    case Kind::kMissing:
      return Text() + ": the records of its run are left out";
    case Kind::kCut:
    case Kind::kChanged:
      return Text() + ": the records in the lost lines are left out";
    case Kind::kTail:
      return Text() + "; its trial has no record";
    default:
      return Text() + " and left out";
  }
}

std::string Damage::RunsAgainText() const {
  switch (kind) {
    case Kind::kMissing:
      return Text() + ": its trials run again";
    case Kind::kFile:
      return Text() + ": moved aside to " + NameOf(run) + ".damaged, its trials run again";
    case Kind::kCut:
    case Kind::kChanged:
      return Text() + ": the trials of the lost lines run again";
    case Kind::kTail:
      return Text() + "; its trial runs again";
    default:
      return Text() + ": discarded, " + (first == last ? "its trial runs" : "their trials run") +
             " again";
  }
}

std::vector<fs::path> RecordFiles::Files() const {
  const std::vector<fs::path> older = FilesEndingIn(folder_ / "trials", ".json");
  if (!older.empty()) {
    throw InvalidInput("results folder '" + folder_.string() +
                       "' has records of an older program (" + older.front().string() +
                       ", a file for each), which this one does not read: choose another --out");
  }
  return FilesEndingIn(folder_ / "trials", std::string(kRecordsSuffix));
}

void RecordFiles::ReadAll() {
  log_ = {};
  files_.clear();
  damages_.clear();
  // First: files may grow meanwhile, and never have fewer lines than are stated.
  ReadGrid();
  FindMissing();
  for (const fs::path& path : Files()) ReadFile(path, true);
  log_.Add(std::exchange(found_, {}));
}

void RecordFiles::ReadGrid() {
  const fs::path path = folder_ / "grid.json";
  const std::optional<std::string> text = ReadText(path);
  grid_ = text ? ReadGridText(*text, path) : std::nullopt;
}

LineTally RecordFiles::StatedOf(const std::string& run) const {
  if (!grid_) return {};
  const auto stated = grid_->tallies.find(run);
  return stated == grid_->tallies.end() ? LineTally{} : stated->second;
}

/// A run makes its file before its context.
void RecordFiles::FindMissing() {
  std::set<std::string> runs;
  for (const fs::path& context : FilesEndingIn(folder_ / "context", ".json"))
    runs.insert(context.stem().string());
  if (grid_) {
    for (const auto& [run, tally] : grid_->tallies) runs.insert(run);
  }
  for (const std::string& run : runs) {
    std::error_code ignored;
    if (fs::symlink_status(RecordsPath(folder_, run), ignored).type() == fs::file_type::not_found)
      damages_.push_back({Damage::Kind::kMissing, run, 0, 0, LossChecksum(run, {}, StatedOf(run))});
  }
}

/// Tells where a file lacks lines that it had. Damaged lines alone are told one by one.
void RecordFiles::AddLoss(const std::string& run, bool has_damaged_lines) {
  const LineTally stated = StatedOf(run);
  const File& file = files_.at(run);
  const bool is_cut = file.tally.lines < stated.lines;
  if (!is_cut && (file.stated == stated || has_damaged_lines)) return;
  damages_.push_back({is_cut ? Damage::Kind::kCut : Damage::Kind::kChanged, run, file.tally.lines,
                      stated.lines, LossChecksum(run, file.tally, stated)});
}

std::map<std::string, LineTally> RecordFiles::Tallies() const {
  std::map<std::string, LineTally> tallies;
  for (const auto& [run, file] : files_) tallies[run] = file.tally;
  for (const Damage& damage : Damages()) {
    const LineTally stated = StatedOf(damage.run);
    if (stated.lines > 0 && damage.kind != Damage::Kind::kTail) tallies[damage.run] = stated;
  }
  return tallies;
}

void RecordFiles::CountAppended(const std::string& run, std::string_view lines) {
  files_[run].tally.AddAll(lines);
}

std::set<std::string> RecordFiles::ReadNew(const std::string& except) {
  for (const fs::path& path : Files())
    if (path.stem() != except) ReadFile(path, false);
  std::set<std::string> changed;
  for (RecordLine& trial : std::exchange(found_, {})) {
    const std::string id = trial.record.Get(column::kTrialId);
    if (log_.Add(std::move(trial))) changed.insert(id);
  }
  return changed;
}

void RecordFiles::ReadFile(const fs::path& path, bool all) {
  const std::string run = path.stem().string();
  const Input input(path);
  if (!input.IsRegular()) {
    if (all && !input.is_gone())
      damages_.push_back({Damage::Kind::kFile, run, 0, 0, LossChecksum(run, {}, StatedOf(run))});
    return;
  }
  File& file = files_[run];
  if (!all && input.Size() <= file.read) return;
  const std::size_t stated_lines = StatedOf(run).lines, damages_before = damages_.size();
  const auto read_lines = [&] {
    const std::uint64_t before = file.read;
    file.read = ReadLines(input, before, [&](std::string_view line) {
      ++file.lines;
      file.tally.Add(line);
      if (file.tally.lines == stated_lines) file.stated = file.tally;
      AddLine(line, run, path);
    });
    return file.read > before;
  };
  read_lines();
  if (!all) return;
  AddLoss(run, damages_.size() > damages_before);
  // What is behind the last line its run may be writing just now, and may have written by the time
  // that it is known to be dead.
  while (input.Size() > file.read && !IsBeingWritten(input.descriptor())) {
    if (read_lines()) continue;
    constexpr std::size_t kMost = std::size_t{1} << 20;
    std::string tail(std::min<std::uint64_t>(kMost, input.Size() - file.read), '\0');
    tail.resize(input.Read(tail.data(), tail.size(), file.read));
    const std::size_t number = file.lines + 1;
    damages_.push_back({Damage::Kind::kTail, run, number, number, ChecksumOfBytes(tail)});
    break;
  }
}

void RecordFiles::AddLine(std::string_view line, const std::string& run, const fs::path& path) {
  if (line.empty()) return;
  std::optional<RecordLine> trial = ScanRecordLine(line);
  if (!trial) {
    if (const std::optional<DiscardLine> discarded = ReadDiscardLine(line, path))
      return log_.Add(*discarded);
    trial = ReadRecordLine(line, path);
  }
  const bool is_ours = trial && trial->record.Get(column::kRunId) == run &&
                       !trial->record.Get(column::kTrialId).empty();
  if (!is_ours) return AddDamage(line, run, files_.at(run).lines);
  found_.push_back(*std::move(trial));
}

void RecordFiles::AddDamage(std::string_view line, const std::string& run, std::size_t number) {
  const bool is_next = !damages_.empty() && damages_.back().kind == Damage::Kind::kLines &&
                       damages_.back().run == run && damages_.back().last + 1 == number;
  if (!is_next) {
    damages_.push_back({Damage::Kind::kLines, run, number, number, ChecksumOfBytes(line)});
    return;
  }
  Damage& damage = damages_.back();
  damage.last = number;
  damage.checksum = ChecksumOfBytes(std::to_string(damage.checksum) + "\n" + std::string(line));
}

std::vector<Damage> RecordFiles::Damages() const {
  std::vector<Damage> damages = damages_;
  std::erase_if(damages, [this](const Damage& damage) {
    return damage.checksum != 0 && log_.IsDiscarded(damage.checksum);
  });
  return damages;
}

void ForEachLine(const fs::path& path, const UseLine& use) {
  if (const Input input(path); input.IsRegular()) ReadLines(input, 0, use);
}

}  // namespace mercer
