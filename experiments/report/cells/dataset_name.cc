#include "experiments/report/cells/dataset_name.h"

#include "core/data/formats/data_format.h"

namespace mercer {

std::string NameOfDataset(const OrderedJson& dataset) {
  std::string name = TextOf(dataset, "name");
  const OrderedJson* path = Member(dataset, "path");
  if (!name.empty() || path == nullptr) return name;
  const OrderedJson* first = path->is_object() && !path->empty() ? &path->front() : path;
  if (!first->is_string()) return "";
  const std::string file = first->get<std::string>();
  const DataFormat* given = DataFormatRegistry().Find(TextOf(dataset, "format"));
  const DataFormat* format = given != nullptr ? given : FormatOfName(file);
  // The contents told the format; the file's whole name is that of the data set.
  return NameOfFile(file, format != nullptr ? *format : DataFormat());
}

}  // namespace mercer
