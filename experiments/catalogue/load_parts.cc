#include "experiments/catalogue/load_parts.h"

#include <filesystem>
#include <sstream>
#include <utility>

#include "core/base/error.h"
#include "core/base/sha256.h"
#include "core/base/text.h"
#include "core/data/formats/data_format.h"
#include "core/data/formats/decompress.h"
#include "core/data/parsed_cache.h"

namespace mercer {
namespace {

// The contents of a file, unpacked; their hash goes to `hashes`. Contents whose own hash is known
// may lie in any packing.
DataFile ReadSource(const SourceFile& file, std::vector<std::string>* hashes) {
  std::string bytes = file.bytes.empty() ? ReadWholeFile(file.path) : file.bytes;
  const bool packed = IsPacked(bytes);
  const bool known_as_it_lies = !file.sha256.empty() && file.content_sha256.empty();
  std::string sha256 = packed && !known_as_it_lies ? "" : Sha256Hex(bytes);
  if (known_as_it_lies && sha256 != file.sha256)
    throw InvalidInput(file.path + " has sha256 " + sha256 + "; expected " + file.sha256);
  if (packed) {
    bytes = Unpack(std::move(bytes), file.path);
    sha256 = Sha256Hex(bytes);
  }
  if (!file.content_sha256.empty() && sha256 != file.content_sha256) {
    throw InvalidInput(file.path + (packed ? " unpacks to text of sha256 " : " has sha256 ") +
                       sha256 + "; expected " + file.content_sha256);
  }
  hashes->push_back(sha256);
  return {file.role, file.path, std::move(bytes)};
}

// Where the rows of a part are kept: beside its first file. "" for files of the user's own, among
// which nothing is written, and for what takes no time to read.
std::string KeptAt(const DataSource& source, const SourcePart& part,
                   const std::vector<DataFile>& files) {
  constexpr std::size_t kWorthKeeping = 1 << 20;  // bytes
  std::size_t bytes = 0;
  for (const DataFile& file : files) bytes += file.bytes.size();
  const SourceFile& first = part.files.front();
  const bool has_names = DataFormatRegistry().Get(source.format).has_categories;
  if (bytes < kWorthKeeping || first.sha256.empty() || has_names) return "";
  const std::filesystem::path path(first.path);
  return (path.parent_path() / ".cache" / (path.filename().string() + ".rows")).string();
}

// The table of a part, or what was made of the same texts before.
DataTable TableOf(const DataSource& source, const SourcePart& part, std::vector<DataFile> files,
                  const std::string& hashes) {
  const std::string kept = KeptAt(source, part, files);
  const auto read = [&] {
    return ReadTable(source.format, std::move(files), source.format_params, source.input_dim);
  };
  if (kept.empty()) return read();
  const std::string key = hashes + " " + source.format + "(" + source.format_params.Canonical() +
                          ") input_dim=" + std::to_string(source.input_dim);
  ParsedRows rows = ParsedOnce(kept, key, [&] {
    DataTable table = read();
    MERCER_CHECK(!table.HasCategories() && table.class_names.empty());
    std::string names;
    for (const TableColumn& column : table.columns) names += column.name + "\n";
    return ParsedRows{{std::move(table.x), std::move(table.y)}, std::move(names)};
  });
  DataTable table{std::move(rows.rows.x), std::move(rows.rows.y)};
  std::istringstream names(rows.names);
  for (std::string name; std::getline(names, name);) table.columns.push_back({name});
  return table;
}

DataTable ReadPart(const DataSource& source, const SourcePart& part,
                   std::vector<std::string>* hashes) {
  std::vector<DataFile> files;
  std::vector<std::string> of_part;
  for (const SourceFile& file : part.files) files.push_back(ReadSource(file, &of_part));
  DataTable table = TableOf(source, part, std::move(files), Join(of_part, ","));
  hashes->insert(hashes->end(), of_part.begin(), of_part.end());
  if (part.rows != 0 && table.x.rows() != part.rows) {
    throw InvalidInput(part.files.front().path + " has " + std::to_string(table.x.rows()) +
                       " rows; expected " + std::to_string(part.rows));
  }
  return table;
}

}  // namespace

DataTable LoadTable(const DataSource& source, Dataset* data) {
  std::vector<DataTable> tables;
  std::vector<std::string> hashes;
  std::vector<std::string> names;
  data->name = source.name;
  for (const SourcePart& part : source.parts) {
    tables.push_back(ReadPart(source, part, &hashes));
    names.push_back(part.files.front().path);
    data->part_rows.push_back(tables.back().x.rows());
  }
  const bool leaves_out_zeros = DataFormatRegistry().Get(source.format).leaves_out_zeros;
  DataTable table = PoolTables(std::move(tables), names,
                               leaves_out_zeros ? AbsentColumns::kZeros : AbsentColumns::kRefused);
  if (source.input_dim != 0 && table.x.cols() != source.input_dim) {
    throw InvalidInput("data set '" + source.name + "' has " + std::to_string(table.x.cols()) +
                       " columns; expected " + std::to_string(source.input_dim));
  }
  data->class_names = table.class_names;
  data->sha256 = hashes.size() == 1 ? hashes.front() : Sha256Hex(Join(hashes, "\n"));
  return table;
}

Encoding EncodingOf(const std::string& owner, const std::string& encode) {
  if (encode.empty() || encode == "integer") return Encoding::kInteger;
  if (encode == "one_hot") return Encoding::kOneHot;
  throw InvalidInput(owner + ": encode is '" + encode + "'; expected 'integer' or 'one_hot'");
}

}  // namespace mercer
