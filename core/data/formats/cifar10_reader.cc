#include "core/data/formats/cifar10_reader.h"

#include <utility>

#include "core/base/error.h"
#include "core/data/steps/element.h"

namespace mercer {
namespace {

constexpr Index kPixels = 3072;
constexpr Index kRecord = kPixels + 1;

DataTable ReadCifar10(const std::vector<DataFile>& files, const Params&, Index) {
  const std::string& path = files[0].path;
  const std::string_view bytes = files[0].bytes;
  const auto size = static_cast<Index>(bytes.size());
  if (size == 0 || size % kRecord != 0) {
    throw InvalidInput(path + " has " + std::to_string(size) +
                       " bytes; expected records of 3073, one or more");
  }
  DataTable table;
  const Index n = size / kRecord;
  table.y.resize(n);
  for (Index i = 0; i < n; ++i) {
    const auto label = static_cast<unsigned char>(bytes[static_cast<std::size_t>(i * kRecord)]);
    if (label > 9)
      throw InvalidInput(path + ", byte " + std::to_string(i * kRecord + 1) +
                         ": expected a class from 0 to 9, got " + std::to_string(label));
    table.y[i] = label;
  }
  table.x = ReadElements(bytes.substr(1), {ElementType{}, n, kPixels, kRecord, 1}, path);
  return table;
}

}  // namespace

DataFormat Cifar10Format() {
  DataFormat format;
  format.name = "cifar10";
  format.summary = "CIFAR-10's binary version: a class and 3 x 32 x 32 bytes a record";
  format.citation = "A. Krizhevsky, Learning multiple layers of features from tiny images, 2009";
  format.roles = {{"rows", "records of 3073 bytes"}};
  format.read = ReadCifar10;
  return format;
}

}  // namespace mercer
