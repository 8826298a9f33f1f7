#include "core/data/formats/data_format.h"

#include <algorithm>
#include <utility>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/data/formats/arff_reader.h"
#include "core/data/formats/csv_reader.h"
#include "core/data/formats/libsvm_reader.h"
#include "core/data/formats/npy_reader.h"
#include "core/data/text_marks.h"

namespace mercer {
namespace {

std::vector<std::string> RoleNames(const DataFormat& format) {
  std::vector<std::string> names;
  for (const FileRole& role : format.roles) names.push_back(role.name);
  return names;
}

// The files in the order of the roles, each role once.
std::vector<DataFile> InOrderOfRoles(const DataFormat& format, std::vector<DataFile> files) {
  const std::vector<std::string> names = RoleNames(format);
  const std::string owner = "format '" + format.name + "'";
  std::vector<DataFile> ordered(names.size());
  std::vector<bool> there(names.size(), false);
  for (DataFile& file : files) {
    if (file.role.empty()) file.role = names.front();
    const auto found = std::find(names.begin(), names.end(), file.role);
    if (found == names.end())
      throw InvalidInput(file.path + ": " +
                         UnknownName("role of " + owner + ":", file.role, names));
    const auto at = static_cast<std::size_t>(found - names.begin());
    if (there[at])
      throw InvalidInput(file.path + ": " + owner + " has a file of " + file.role + " already");
    there[at] = true;
    ordered[at] = std::move(file);
  }
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (there[i]) continue;
    throw InvalidInput(owner + " lacks the file of " + names[i] + " (" + format.roles[i].help +
                       "); expected files of " + Join(names, ", "));
  }
  return ordered;
}

// A name that is nothing but the ending keeps it.
void DropEnding(std::string_view ending, std::string_view& name) {
  if (name.size() > ending.size() && name.ends_with(ending)) name.remove_suffix(ending.size());
}

std::string_view WithoutPacking(std::string_view name) {
  for (const std::string_view packed : {".gz", ".bz2", ".xz"}) DropEnding(packed, name);
  return name;
}

}  // namespace

const DataFormat* FormatOfName(std::string_view file_name) {
  file_name = WithoutPacking(file_name);
  for (const DataFormat& format : DataFormatRegistry().entries()) {
    for (const std::string& extension : format.extensions)
      if (file_name.ends_with(extension)) return &format;
  }
  return nullptr;
}

std::string NameOfFile(const std::string& path, const DataFormat& format) {
  std::string_view name = WithoutPacking(std::string_view(path).substr(path.rfind('/') + 1));
  for (const std::string& extension : format.extensions) DropEnding(extension, name);
  return std::string(name);
}

DataTable ReadTable(const std::string& format, std::vector<DataFile> files, const Params& params,
                    Index input_dim) {
  const DataFormat& entry = DataFormatRegistry().Get(format);
  const Params resolved = DataFormatRegistry().ResolveParams(format, params);
  std::vector<DataFile> ordered = InOrderOfRoles(entry, std::move(files));
  for (DataFile& file : ordered)
    if (entry.is_text && file.bytes.starts_with(kByteOrderMark))
      file.bytes.erase(0, kByteOrderMark.size());
  DataTable table = entry.read(ordered, resolved, input_dim);
  MERCER_CHECK(table.y.size() == table.x.rows());
  MERCER_CHECK(table.columns.empty() || static_cast<Index>(table.columns.size()) == table.x.cols());
  return table;
}

const Registry<DataFormat>& DataFormatRegistry() {
  static const Registry<DataFormat> registry(
      "format", {LibsvmFormat(), CsvFormat(), ArffFormat(), IdxFormat(), Cifar10Format(),
                 Movielens100kFormat(), NpyFormat()});
  return registry;
}

}  // namespace mercer
