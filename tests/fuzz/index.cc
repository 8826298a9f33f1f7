#include "experiments/store/index.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <string>

#include "core/base/sha256.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/records.h"

namespace mercer {
namespace {

constexpr std::size_t kChecksumDigits = 64;

ResultRecord RecordOf(const std::string& id) {
  ResultRecord record;
  record.Set(column::kTrialId, id);
  record.Set(column::kStatus, TrialStatus::kOk);
  record.Set(column::kAccuracy, 0.75);
  record.set_trace({{0.5, 2}, {1, 1.5}});
  return record;
}

// A folder of two trials that were written long before its index.
class IndexedFolder {
 public:
  IndexedFolder() {
    TrialIndexWriter index;
    for (const std::string id : {"a", "b"}) {
      const std::string name = "trials/" + id + ".json";
      folder_.Write(name, WriteTrialText({"identity", RecordOf(id)}));
      const timespec times[] = {{1, 0}, {1, 0}};
      const std::string path = folder_.path() + "/" + name;
      MERCER_CHECK(utimensat(AT_FDCWD, path.c_str(), times, 0) == 0);
      index.Add(id, "identity", RecordOf(id), StampOf(path));
    }
    index.Write(folder_.path());
    const std::string text = ReadText(folder_.path() + "/" + kIndexName).value();
    whole_ = text.substr(0, text.size() - kChecksumDigits);
  }

  // All but the checksum.
  const std::string& whole() const { return whole_; }

  TrialsOnDisk ReadWith(const std::string& index) const {
    folder_.Write(kIndexName, index + Sha256Hex(index));
    return ReadTrialFiles(folder_.path());
  }

 private:
  ScratchFolder folder_{"trials"};
  std::string whole_;
};

}  // namespace
}  // namespace mercer

// The first byte: the rest stands behind the heading of an index, or over the bytes of a whole one
// from a place that the second byte says. The checksum is right.
MERCER_FUZZ(input) {
  static const IndexedFolder folder;
  std::string index = folder.whole();
  if ((TakeByte(&input) & 1) != 0) {
    index.resize(index.find('\n') + 1);
    index += input;
  } else {
    const std::size_t begin = std::min(index.find('\n') + TakeByte(&input), index.size());
    index.replace(begin, std::min(input.size(), index.size() - begin), input);
  }
  const TrialsOnDisk found = folder.ReadWith(index);
  MERCER_CHECK(found.trials.size() == 2 && found.damaged.empty());
  for (const TrialOnDisk& trial : found.trials) {
    CheckAccepted(trial.file.record);
    MERCER_CHECK(trial.file.record.Get(column::kTrialId) == trial.id);
  }
}
