#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/data/element.h"
#include "core/data/formats/data_format.h"

namespace mercer {
namespace {

// The head of an IDX file: 00 00, a byte for the type (08 unsigned and 09 signed byte, 0B int16,
// 0C int32, 0D float, 0E double), a byte for the number of dimensions, then each as a big-endian
// 32-bit number; the elements follow, big-endian, the last dimension fastest.
struct IdxHead {
  ElementType type{};
  std::vector<Index> dims{};
  std::size_t bytes = 0;  // of the head
};

constexpr ElementType kSize{ElementType::Kind::kUnsigned, 4, true};

[[noreturn]] void Fail(const std::string& path, std::size_t byte, const std::string& fault) {
  throw InvalidInput(path + ", byte " + std::to_string(byte + 1) + ": " + fault);
}

ElementType TypeOf(unsigned char code, const std::string& path) {
  using Kind = ElementType::Kind;
  switch (code) {
    case 0x08:
      return {Kind::kUnsigned, 1, true};
    case 0x09:
      return {Kind::kSigned, 1, true};
    case 0x0B:
      return {Kind::kSigned, 2, true};
    case 0x0C:
      return {Kind::kSigned, 4, true};
    case 0x0D:
      return {Kind::kReal, 4, true};
    case 0x0E:
      return {Kind::kReal, 8, true};
    default:
      Fail(path, 2,
           "expected an element type of IDX (8, 9, 11, 12, 13, 14), got " + std::to_string(code));
  }
}

// Throws InvalidInput with `path` and byte for what is no IDX head, and where the file has not
// exactly the bytes that the head promises.
IdxHead ReadIdxHead(std::string_view bytes, const std::string& path) {
  if (bytes.size() < 4) {
    throw InvalidInput(path + " has " + std::to_string(bytes.size()) +
                       " bytes; expected an IDX file, whose head takes 8");
  }
  for (std::size_t i : {0, 1}) {
    if (bytes[i] != 0)
      Fail(path, i,
           "expected 0, with which an IDX file begins, got " +
               std::to_string(static_cast<unsigned char>(bytes[i])));
  }
  IdxHead head;
  head.type = TypeOf(static_cast<unsigned char>(bytes[2]), path);
  const auto count = static_cast<std::size_t>(static_cast<unsigned char>(bytes[3]));
  if (count == 0) Fail(path, 3, "expected at least one dimension, got 0");
  head.bytes = 4 + 4 * count;
  if (bytes.size() < head.bytes) {
    throw InvalidInput(path + " has " + std::to_string(bytes.size()) +
                       " bytes; expected at least " + std::to_string(head.bytes) + " for " +
                       std::to_string(count) + " dimensions");
  }
  for (std::size_t k = 0; k < count; ++k) {
    const auto size = static_cast<Index>(ReadElement(bytes.data() + 4 + 4 * k, kSize));
    if (size == 0) Fail(path, 4 + 4 * k, "expected a dimension of at least 1, got 0");
    head.dims.push_back(size);
  }
  RequireElements(head.dims, head.type, static_cast<Index>(bytes.size() - head.bytes), path);
  return head;
}

DataTable ReadIdx(const std::vector<DataFile>& files, const Params&, Index) {
  const DataFile& images = files[0];
  const DataFile& labels = files[1];
  const IdxHead of_images = ReadIdxHead(images.bytes, images.path);
  const IdxHead of_labels = ReadIdxHead(labels.bytes, labels.path);
  const Index n = of_images.dims[0];
  if (of_images.dims.size() < 2)
    Fail(images.path, 3, "expected images of 2 dimensions or more, got 1");
  if (of_labels.dims.size() != 1)
    Fail(labels.path, 3,
         "expected labels of 1 dimension, got " + std::to_string(of_labels.dims.size()));
  if (of_labels.dims[0] != n) {
    throw InvalidInput(labels.path + " has " + std::to_string(of_labels.dims[0]) +
                       " labels; expected " + std::to_string(n) + ", as images in " + images.path);
  }
  Index d = 1;  // the head's check keeps the product from overflowing
  for (std::size_t k = 1; k < of_images.dims.size(); ++k) d *= of_images.dims[k];
  DataTable table;
  table.x = ReadElements(std::string_view(images.bytes).substr(of_images.bytes),
                         {of_images.type, n, d, d, 1}, images.path);
  table.y = ReadElementVector(std::string_view(labels.bytes).substr(of_labels.bytes),
                              of_labels.type, n, labels.path);
  return table;
}

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

DataFormat IdxFormat() {
  DataFormat format;
  format.name = "idx";
  format.summary = "IDX (MNIST): a file of images, one row each, and a file of labels";
  format.citation = "Y. LeCun, C. Cortes, C. Burges, The MNIST database";
  format.roles = {{"images", "two dimensions or more, the first counts rows"},
                  {"labels", "one dimension"}};
  format.extensions = {"-ubyte", ".idx"};
  format.read = ReadIdx;
  return format;
}

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
