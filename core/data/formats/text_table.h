#ifndef MERCER_CORE_DATA_FORMATS_TEXT_TABLE_H_
#define MERCER_CORE_DATA_FORMATS_TEXT_TABLE_H_

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/params.h"
#include "core/base/types.h"
#include "core/data/data_table.h"

namespace mercer {

/// Which column holds the label.
struct LabelColumn {
  enum class Kind { kFirst, kLast, kNone, kNumber, kName };
  Kind kind = Kind::kLast;
  Index number = 0;  // from 1
  std::string name{};
};

/// How missing values are handled. kError: an error. kCategory: a categorical column gets an
/// additional category, named as the field is written; an error for numbers. kDropRows: the row is
/// left out. kKeep: a number becomes NaN, which the preprocessing step impute fills; an error for
/// names. A missing label is an error for all rules but kDropRows.
enum class MissingRule { kError, kCategory, kDropRows, kKeep };

// The parameters that formats with named columns share, and the parsing of their values. `params`
// are resolved.
ParamSpec LabelParam();
LabelColumn LabelColumnOf(const Params& params);
ParamSpec IgnoreParam();
ParamSpec MissingParam();
MissingRule MissingRuleOf(const Params& params);

/// An optional parameter that is a list of texts.
ParamSpec TextListParam(const std::string& name, const std::string& help);
std::vector<std::string> TextList(const Params& params, const std::string& name);

/// One column of a text: either declared, or with its first value deciding whether it holds numbers
/// or names.
struct TextColumn {
  enum class Kind {
    kByFirstValue,
    kNumbers,
    kFound,   // names; their codes are their positions in sorted order
    kListed,  // names of column.values
    kIgnored
  };
  TableColumn column{};
  Kind kind = Kind::kByFirstValue;
};

/// Stores rows of numbers in the order they come, for TextTable's result.
class RowStore;

/// Builds a table from the fields of a text, row by row. Errors name the line and column of the
/// text.
class TextTable {
 public:
  struct Layout {
    std::vector<TextColumn> columns{};
    std::size_t label = kNoLabel;  // index of the label column; without one every label is 0
    MissingRule missing = MissingRule::kError;
    bool sparse = false;                // fields that are not Put are 0 and not stored
    bool names_missing_values = false;  // whether there is a parameter missing_values
    bool may_have_heading = false;      // whether the first line may name the columns unsaid
  };
  static constexpr std::size_t kNoLabel = ~std::size_t{0};

  /// `text` and `path` must outlive the table. `most_rows` is an upper bound on the calls of
  /// EndRow. Throws InvalidInput, with `path`, if there are too many rows for a dense matrix.
  TextTable(std::string_view text, const std::string& path, Layout layout, Index most_rows);
  ~TextTable();

  /// Adds a field to the current row. It begins at `offset` of the text; its bytes must stay valid
  /// until EndRow. `missing` says that it is a missing value.
  void Put(std::size_t column, std::string_view field, std::size_t offset, bool missing);

  /// Throws InvalidInput for a field that does not fit its column.
  void EndRow();

  /// Throws InvalidInput for a text without rows, for a missing value in a column that turns out
  /// not to accept it, and for a first value that made names of a column of numbers: it is the only
  /// name, apart from the usual marks of a missing value ("NA"), beside two different numbers or
  /// more, or beside one if it is such a mark itself.
  DataTable Finish();

 private:
  struct Field {
    std::size_t column, offset;
    std::string_view text;
    bool missing;
  };
  struct Gap {  // a missing value of a column that may turn out not to accept it
    Index row;
    Field field;
  };
  struct FirstName {  // the value that made a column one of names
    std::string name;
    std::size_t offset;
    bool in_first_row;
  };

  [[noreturn]] void Fail(const Field& field, const std::string& expected) const;
  [[noreturn]] void FailMissing(const Field& field) const;
  [[noreturn]] void FailNumber(const Field& field) const;
  std::string MissingHint(const Field& field) const;
  std::string NameOf(std::size_t column) const;
  double Value(const Field& field);
  double Code(const Field& field, TextColumn* column);
  void NoteName(const Field& field, bool decides);
  void CheckFirstNames() const;
  bool IsGap(const Field& field) const;
  void SortFound(std::size_t column, DataTable* table);
  void FillCategories(DataTable* table);
  void CheckKept() const;

  std::string_view text_;
  const std::string& path_;
  Layout layout_;
  std::vector<Index> place_;  // of each column in the rows; −1 if it is not among them
  std::vector<std::map<std::string, Index, std::less<>>> codes_;
  std::vector<Field> row_;
  std::vector<Gap> gaps_;
  std::map<std::size_t, FirstName> only_names_;  // by column, until another name comes
  std::unique_ptr<RowStore> store_;
};

}  // namespace mercer

#endif  // MERCER_CORE_DATA_FORMATS_TEXT_TABLE_H_
