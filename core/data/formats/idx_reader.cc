#include "core/data/formats/idx_reader.h"

#include <limits>
#include <utility>

#include "core/base/error.h"

namespace mercer {
namespace {

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

}  // namespace

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

}  // namespace mercer
