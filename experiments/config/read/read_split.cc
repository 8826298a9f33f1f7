#include "experiments/config/read/read_split.h"

#include <filesystem>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/base/sha256.h"
#include "core/base/text.h"
#include "core/data/formats/decompress.h"
#include "core/data/rows/split.h"
#include "experiments/json/regular_file.h"

namespace mercer {
namespace {

struct RowFile {
  std::string path{}, text{};
  std::vector<Index> numbers{};
};

// Adds a fault at the key where the file cannot be read or holds something else.
RowFile ReadRowFile(const Json& split, const char* key, const std::string& config_path,
                    const Place& place, Faults& faults) {
  RowFile rows;
  const std::string written = TextOf(split, key);
  if (written.empty()) return rows;  // absent, or the schema check has said so
  const std::filesystem::path path = std::filesystem::path(config_path).parent_path() / written;
  rows.path = path.string();
  const std::string where = place.Of(Child("/split", key));
  std::optional<std::string> text = TryReadRegularFile(path, kMaxDataFileBytes);
  if (!text) {
    faults.Add(where, std::string(key) + " is '" + written + "', and '" + rows.path +
                          "' cannot be read; expected a file of row numbers");
    return rows;
  }
  rows.text = std::move(*text);
  try {
    rows.numbers = ParseRowNumbers(rows.path, rows.text, std::nullopt);
    if (rows.numbers.empty()) throw InvalidInput(rows.path + " is empty; expected row numbers");
  } catch (const InvalidInput& error) {
    faults.Add(where, error.what());
  }
  return rows;
}

std::shared_ptr<const GivenRows> ReadGivenRows(const Json& split, const std::string& config_path,
                                               const Place& place, Faults& faults) {
  const std::size_t before = faults.said();
  RowFile train = ReadRowFile(split, "train_rows", config_path, place, faults);
  RowFile test = ReadRowFile(split, "test_rows", config_path, place, faults);
  if (faults.said() == before) {
    try {
      CheckDisjoint(train.numbers, train.path, test.numbers, test.path);
    } catch (const InvalidInput& error) {
      faults.Add(place.Of("/split/test_rows"), error.what());
    }
  }
  auto given = std::make_shared<GivenRows>();
  given->train_file = train.path;
  given->test_file = test.path;
  given->train = std::move(train.numbers);
  given->test = std::move(test.numbers);
  given->sha256 = Sha256Hex(Sha256Hex(train.text) + Sha256Hex(test.text));
  return given;
}

// Which keys stand together: what the schema cannot say.
void CheckKeys(const Json& split, const Place& place, Faults& faults) {
  std::vector<std::string> kinds;
  for (const char* key : {"train_fraction", "folds", "train_rows"}) {
    if (split.contains(key)) kinds.emplace_back(key);
  }
  if (kinds.size() != 1) {
    faults.Add(place.Of("/split"),
               "split has " +
                   (kinds.empty() ? "none of train_fraction, folds and train_rows"
                                  : Join(kinds, " and ")) +
                   "; expected one of train_fraction, folds and train_rows");
    return;
  }
  for (const auto& [key, of] :
       {std::pair{"max_train", "train_fraction"}, {"test_rows", "train_rows"}}) {
    if (!split.contains(key) || kinds.front() == of) continue;
    faults.Add(place.Of(Child("/split", key)),
               std::string(key) + " goes with " + of + " only, and split has " + kinds.front());
  }
}

}  // namespace

std::optional<SplitSpec> ReadSplit(const Json& dataset, const std::string& config_path,
                                   const Place& place, Faults& faults) {
  const Json* split = Member(dataset, "split");
  if (split == nullptr) return std::nullopt;
  SplitSpec spec;
  spec.official = *split == Json("official");
  if (!split->is_object()) return spec;
  CheckKeys(*split, place, faults);
  const auto whole = [split](const char* key) -> Index {
    const Json* value = Member(*split, key);
    return value != nullptr && value->is_number_integer() ? value->get<Index>() : 0;
  };
  const Json* fraction = Member(*split, "train_fraction");
  if (fraction != nullptr && fraction->is_number()) spec.train_fraction = fraction->get<double>();
  spec.max_train = whole("max_train");
  spec.folds = whole("folds");
  if (split->contains("train_rows")) spec.given = ReadGivenRows(*split, config_path, place, faults);
  return spec;
}

void CheckGivenRows(const DatasetSpec& spec, std::optional<Index> num_rows, const Place& place,
                    Faults& faults) {
  if (!spec.split || !spec.split->given) return;
  for (std::size_t i = 0; i < spec.rows.size(); ++i) {
    const ParamValue* of = spec.rows[i].params.Find("of");
    if (of == nullptr || !of->is_text() || of->AsText() == "train") continue;
    faults.Add(place.Of(Child("/rows", i)),
               "row step '" + spec.rows[i].name +
                   "' leaves rows out before the split, whose files number the rows of the data "
                   "set as read; expected of \"train\"");
  }
  const GivenRows& given = *spec.split->given;
  for (const auto& [key, file, numbers] :
       {std::tuple("train_rows", &given.train_file, &given.train),
        std::tuple("test_rows", &given.test_file, &given.test)}) {
    try {
      CheckRowNumbers(*numbers, *file, num_rows);
    } catch (const InvalidInput& error) {
      faults.Add(place.Of(Child("/split", key)), error.what());
    }
  }
}

}  // namespace mercer
