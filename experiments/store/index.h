#ifndef MERCER_EXPERIMENTS_STORE_INDEX_H_
#define MERCER_EXPERIMENTS_STORE_INDEX_H_

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/store/files.h"
#include "experiments/store/trial_file.h"

namespace mercer {

// The trial files of a results folder are the truth; `.index` beside trials/ holds all of them in
// one file, so that a folder of many is opened without reading each.

/// Name of the index in its results folder.
inline constexpr const char* kIndexName = ".index";

/// Folders with fewer trials than this get no index: they are read as fast without.
inline constexpr std::size_t kIndexedTrials = 1000;

/// A trial file that is whole.
struct TrialOnDisk {
  std::string id;  // its name without ".json", and the trial_id of its record
  TrialFile file{};
  FileStamp stamp{};
};

struct TrialsOnDisk {
  std::vector<TrialOnDisk> trials{};   // by id
  std::vector<std::string> damaged{};  // names of the files that are not whole, sorted
  std::size_t num_read = 0;            // files that were read, as no index answers for them
  bool index_is_current = false;       // the index holds these trials and no others
};

/// The files trials/*.json of a results folder; none where it has none. What the index says of a
/// file is taken where the file's size and time are those that it says and the time lies more than
/// two seconds before the index was written: a file that changes later within one tick of the file
/// system's clock would look the same. Every other file is read. Throws InvalidInput for a file of
/// another schema version. Writes nothing. Cost for n trials: O(n log n), with an index about 10 µs
/// a trial, without about 50.
TrialsOnDisk ReadTrialFiles(const std::filesystem::path& folder);

/// Makes the text of an index from trials in the order of their ids.
class TrialIndexWriter {
 public:
  TrialIndexWriter();
  /// Each id once, in ascending order.
  void Add(std::string_view id, const std::string& identity, const ResultRecord& record,
           FileStamp stamp);
  /// Writes it atomically, or not at all where the folder cannot be written: nothing but time is
  /// lost then. Call once.
  void Write(const std::filesystem::path& folder);

 private:
  void AddText(std::size_t field, std::string_view text);

  std::string bytes_;
  std::size_t count_ = 0;
  std::vector<std::string> last_;  // the fields of the trial before
};

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_STORE_INDEX_H_
