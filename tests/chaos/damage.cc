#include "tests/chaos/damage.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "experiments/store/record_files.h"
#include "tests/chaos/process.h"

namespace mercer::chaos {
namespace {

namespace fs = std::filesystem;

/// Keeps a file's time while its bytes change, as a clock that stands still would.
class KeptTime {
 public:
  explicit KeptTime(const fs::path& file) : file_(file) { stat(file.c_str(), &before_); }
  ~KeptTime() {
    const timespec times[] = {before_.st_atim, before_.st_mtim};
    utimensat(AT_FDCWD, file_.c_str(), times, 0);
  }
  KeptTime(const KeptTime&) = delete;
  KeptTime& operator=(const KeptTime&) = delete;

 private:
  fs::path file_;
  struct stat before_ {};
};

/// Bytes that a file may plausibly have: of random value, zeros, or digits.
std::string NewBytes(std::size_t count, Random& random) {
  const std::size_t kind = Below(random, 3);
  std::string bytes;
  for (std::size_t i = 0; i < count; ++i) {
    const auto any = static_cast<char>(random() & 0xff);
    bytes += kind == 0 ? any : kind == 1 ? '\0' : static_cast<char>('0' + random() % 10);
  }
  return bytes;
}

/// A digit becomes another digit: the text stays what it was in form.
bool ChangeDigit(std::string& bytes, std::size_t from, Random& random) {
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    char& at = bytes[(from + i) % bytes.size()];
    if (at < '0' || at > '9') continue;
    at = static_cast<char>('0' + (at - '0' + 1 + static_cast<int>(random() % 9)) % 10);
    return true;
  }
  return false;
}

std::string ChangeBytes(std::string& bytes, Random& random) {
  const std::size_t size = std::max<std::size_t>(1, bytes.size());
  const std::size_t at = Below(random, size),
                    count = 1 + Below(random, std::min<std::size_t>(64, size));
  const std::string where =
      " at byte " + std::to_string(at) + " of " + std::to_string(bytes.size());
  const std::string many = std::to_string(count) + " bytes";
  switch (Below(random, 8)) {
    case 0:
      bytes.resize(at);
      return "truncated" + where;
    case 1:
      bytes += NewBytes(count, random);
      return "appended " + many;
    case 2:
      bytes.insert(std::min(at, bytes.size()), NewBytes(count, random));
      return "inserted " + many + where;
    case 3:
      bytes.erase(std::min(at, bytes.size()), count);
      return "erased " + many + where;
    case 4: {
      const std::string piece = bytes.substr(std::min(at, bytes.size()), count);
      bytes += piece;
      return "appended a copy of " + many + where;
    }
    case 5:
      if (ChangeDigit(bytes, at, random)) return "changed a digit" + where;
      [[fallthrough]];
    case 6:
      if (!bytes.empty())
        bytes[std::min(at, bytes.size() - 1)] ^= static_cast<char>(1 << random() % 8);
      return "flipped a bit" + where;
    default: {
      const std::string piece = NewBytes(count, random);
      bytes.replace(std::min(at, bytes.size()), count, piece);
      return "overwrote " + many + where;
    }
  }
}

/// Something else than a file under its name.
std::string ReplaceFile(const fs::path& file, Random& random) {
  std::error_code ignored;
  fs::remove(file, ignored);
  switch (Below(random, 5)) {
    case 0:
      return "deleted";
    case 1:
      mkfifo(file.c_str(), 0600);
      return "replaced by a FIFO";
    case 2:
      fs::create_directory(file, ignored);
      return "replaced by a folder";
    case 3:
      fs::create_symlink(file.filename(), file, ignored);
      return "replaced by a link to itself";
    default:
      WriteBytes(file, std::string(200000, '['));
      return "replaced by 200,000 opening brackets";
  }
}

/// With their ends.
std::vector<std::string> LinesOf(const fs::path& file) {
  std::vector<std::string> lines;
  const std::string bytes = ReadBytes(file);
  for (std::size_t begin = 0; begin < bytes.size();) {
    const std::size_t end = std::min(bytes.find('\n', begin), bytes.size() - 1) + 1;
    lines.push_back(bytes.substr(begin, end - begin));
    begin = end;
  }
  return lines;
}

}  // namespace

std::vector<fs::path> FilesOf(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code ignored;
  for (const auto& entry : fs::recursive_directory_iterator(folder, ignored)) {
    const std::string name = entry.path().filename().string();
    if (entry.is_regular_file(ignored) && !name.starts_with(".partial-"))
      files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string DamageFile(const fs::path& file, Random& random) {
  const std::string name = file.parent_path().filename().string() + "/" + file.filename().string();
  const std::size_t kind = Below(random, 10);
  if (kind == 0) return name + " " + ReplaceFile(file, random);
  std::string bytes = ReadBytes(file);
  const std::string what = ChangeBytes(bytes, random);
  if (kind < 6) {
    WriteBytes(file, bytes);
    return name + " " + what;
  }
  const KeptTime kept(file);
  WriteBytes(file, bytes);
  return name + " " + what + ", its time kept";
}

std::string MakeStale(const fs::path& out, const fs::path& file) {
  std::string text, trial;
  ForEachLine(file, [&](std::string_view read) {
    std::optional<RecordLine> line = ReadRecordLine(read, file);
    const std::size_t data = line ? line->identity.find("dataset_sha256=") : std::string::npos;
    if (!trial.empty() || data == std::string::npos || !line->record.IsOk() ||
        line->record.Text("accuracy").empty()) {
      text.append(read) += '\n';
      return;
    }
    trial = line->record.Text("trial_id");
    for (const auto& [column, value] :
         {std::pair("accuracy", "0.125"), {"error_rate", "0.875"}, {"value", "0.125"}})
      line->record.SetText(column, value);
    line->identity.replace(line->identity.find('=', data) + 1, 4, "0000");
    text += WriteRecordLine(*line);
  });
  WriteBytes(file, text);
  const fs::path grid_file = out / "grid.json";
  std::optional<GridFile> grid = ReadGridText(ReadBytes(grid_file), grid_file);
  LineTally& tally = grid.value().tallies[file.stem().string()];
  tally = {};
  tally.AddAll(text);
  WriteBytes(grid_file, WriteGridText(*grid));
  return trial;
}

std::string CutLines(const fs::path& file, Random& random) {
  const std::vector<std::string> lines = LinesOf(file);
  const std::size_t kept = lines.empty() ? 0 : Below(random, lines.size());
  std::string text;
  for (std::size_t i = 0; i < kept; ++i) text += lines[i];
  WriteBytes(file, text);
  return file.filename().string() + " has " + std::to_string(kept) + " of " +
         std::to_string(lines.size()) + " lines";
}

std::string DamageLines(const fs::path& file, Random& random) {
  std::vector<std::string> lines = LinesOf(file);
  const std::string name =
      file.filename().string() + ", " + std::to_string(lines.size()) + " lines";
  if (lines.empty()) return name;
  const std::size_t at = Below(random, lines.size());
  const auto place = lines.begin() + static_cast<std::ptrdiff_t>(at);
  std::string& line = lines[at];
  std::string what;
  switch (Below(random, 8)) {
    case 0:
      lines.erase(place);
      what = "took out";
      break;
    case 1:
      lines.push_back(line);
      what = "appended again";
      break;
    case 2:
      std::shuffle(lines.begin(), lines.end(), random);
      what = "shuffled, as";
      break;
    case 3:
      lines.resize(at);
      what = "cut off from";
      break;
    case 4:
      line.back() = ' ';
      what = "joined with the next:";
      break;
    case 5:
      line = "\n\n" + line;
      what = "put empty lines before";
      break;
    case 6:
      line.assign(line.size() - 1, '\0');
      line += '\n';
      what = "zeros in place of";
      break;
    default:
      lines.push_back(line.substr(0, Below(random, line.size())));
      what = "appended half of";
  }
  std::string changed;
  for (const std::string& kept : lines) changed += kept;
  WriteBytes(file, changed);
  return name + ": " + what + " line " + std::to_string(at + 1);
}

std::string SwapFiles(const fs::path& one, const fs::path& other, Random& random) {
  const std::string names = one.filename().string() + " and " + other.filename().string();
  const std::string first = ReadBytes(one), second = ReadBytes(other);
  const bool both = Below(random, 2) == 0;
  WriteBytes(other, first);
  if (both) WriteBytes(one, second);
  return (both ? "exchanged " : "put the first over the second of ") + names;
}

std::string ShiftTime(const fs::path& file, Random& random) {
  constexpr std::uint64_t kLast = 7258118400;  // 2200
  timespec time{};
  time.tv_sec = static_cast<time_t>(random() % kLast);
  if (Below(random, 4) == 0) time.tv_nsec = UTIME_NOW;
  const timespec times[] = {time, time};
  utimensat(AT_FDCWD, file.c_str(), times, 0);
  return file.filename().string() + " is of second " + std::to_string(time.tv_sec);
}

}  // namespace mercer::chaos
