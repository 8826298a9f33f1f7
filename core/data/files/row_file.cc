#include "core/data/files/row_file.h"

#include <algorithm>
#include <filesystem>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/data/formats/data_format.h"
#include "core/data/formats/decompress.h"
#include "core/data/formats/libsvm_reader.h"
#include "core/data/formats/npy_reader.h"

namespace mercer {
namespace {

class LibsvmFile : public RowFile {
 public:
  LibsvmFile(const std::string& path, Index input_dim, Index index_base)
      : blocks_(path, input_dim, std::size_t{1} << 22, index_base) {}

  bool has_labels() const override { return true; }
  std::optional<LabelledRows> Next() override { return blocks_.Next(); }
  double share() const override { return blocks_.share(); }

 private:
  LibsvmBlocks blocks_;
};

// Rows that are in memory, cut into blocks.
class HeldFile : public RowFile {
 public:
  HeldFile(LabelledRows rows, bool has_labels) : rows_(std::move(rows)), has_labels_(has_labels) {}

  bool has_labels() const override { return has_labels_; }

  std::optional<LabelledRows> Next() override {
    constexpr Index kRows = 8192;
    if (at_ == rows_.x.rows()) return std::nullopt;
    const Index count = std::min(kRows, rows_.x.rows() - at_);
    LabelledRows block{rows_.x.SelectRange(at_, count), rows_.y.segment(at_, count)};
    at_ += count;
    return block;
  }

  double share() const override {
    return static_cast<double>(at_) / static_cast<double>(std::max<Index>(rows_.x.rows(), 1));
  }

 private:
  LabelledRows rows_;
  bool has_labels_;
  Index at_ = 0;
};

std::string ColumnName(const DataTable& table, std::size_t column) {
  const std::string& name = table.columns[column].name;
  return name.empty() ? std::to_string(column + 1) : name;
}

void RequireNumbers(const std::string& path, const DataTable& table) {
  std::vector<std::string> names;
  for (std::size_t j = 0; j < table.columns.size(); ++j)
    if (!table.columns[j].values.empty()) names.push_back(ColumnName(table, j));
  if (!names.empty())
    throw InvalidInput(path + " has columns of names (" + Join(names, ", ") +
                       "); expected columns of numbers; where the first line names the columns: "
                       "--format csv,header=true");
  if (const Index missing = MissingValues(table.x); missing > 0)
    throw InvalidInput(path + " has " + std::to_string(missing) +
                       " missing values; expected a number in each place");
}

std::unique_ptr<RowFile> OpenHeld(const std::string& path, const DataFormat& format,
                                  const RowFileOptions& options) {
  LabelledRows rows;
  bool has_labels = true;
  const std::string labels = path + ".labels";
  std::error_code ignored;
  if (format.name == "npy" && !std::filesystem::exists(labels, ignored)) {
    rows.x = ReadNpyRows(ReadDataFile(path), path);
    rows.y = Vector::Zero(rows.x.rows());
    has_labels = false;
  } else {
    std::vector<DataFile> files{{format.roles.front().name, path, ReadDataFile(path)}};
    if (format.name == "npy") files.push_back({"labels", labels, ReadDataFile(labels)});
    DataTable table = ReadTable(format.name, std::move(files), options.params, 0);
    RequireNumbers(path, table);
    const ParamValue* label = options.params.Find("label");
    has_labels = label == nullptr || !label->is_text() || label->AsText() != "none";
    rows = {std::move(table.x), std::move(table.y)};
  }
  if (options.input_dim > 0 && rows.x.cols() != options.input_dim)
    throw InvalidInput(path + " has " + std::to_string(rows.x.cols()) + " columns; expected " +
                       std::to_string(options.input_dim));
  return std::make_unique<HeldFile>(std::move(rows), has_labels);
}

}  // namespace

std::unique_ptr<RowFile> OpenRowFile(const std::string& path, const RowFileOptions& options) {
  const DataFormat* format =
      options.format.empty() ? FormatOfName(path) : &DataFormatRegistry().Get(options.format);
  if (format == nullptr) format = &DataFormatRegistry().Get("libsvm");
  const Params params = DataFormatRegistry().ResolveParams(format->name, options.params);
  if (format->name != "libsvm") return OpenHeld(path, *format, options);
  const ParamValue* base = params.Find("index_base");
  return std::make_unique<LibsvmFile>(path, options.input_dim,
                                      base == nullptr ? 1 : base->AsInteger());
}

}  // namespace mercer
