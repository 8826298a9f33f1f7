#include "core/distributed/rows/shards.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>
#include <utility>

#include "core/base/error.h"
#include "core/base/sha256.h"
#include "core/data/formats/decompress.h"
#include "core/data/formats/libsvm_reader.h"
#include "core/distributed/rows/file_ranges.h"

namespace mercer {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kSampledBytes = 65536;
constexpr std::uint64_t kHeadBytes = 8;  // more than IsPacked looks at

std::string BytesOf(const std::string& path, std::uint64_t begin, std::uint64_t count) {
  std::ifstream in(path, std::ios::binary);
  std::string bytes(count, '\0');
  in.seekg(static_cast<std::streamoff>(begin));
  in.read(bytes.data(), static_cast<std::streamsize>(count));
  if (in.bad() || !in.is_open())
    throw InvalidInput("shard '" + path + "' cannot be read; expected a file of rows");
  bytes.resize(static_cast<std::size_t>(std::max<std::streamsize>(in.gcount(), 0)));
  return bytes;
}

// Path, bytes, SHA-256 of both ends.
std::string FileText(const std::string& path, std::uint64_t bytes) {
  const std::uint64_t tail = std::min(bytes, kSampledBytes);
  return path + " " + std::to_string(bytes) + " " +
         Sha256Hex(BytesOf(path, 0, kSampledBytes) + BytesOf(path, bytes - tail, tail)) + "\n";
}

// A packed LIBSVM text, from its beginning to its end.
class PackedRows : public RowStream {
 public:
  explicit PackedRows(std::string path) : path_(std::move(path)) { Rewind(0); }

  void Rewind(Index input_dim) override {
    blocks_ = std::make_unique<LibsvmBlocks>(path_, input_dim, std::size_t{1} << 20);
  }
  std::optional<LabelledRows> Next() override { return blocks_->Next(); }

 private:
  std::string path_;
  std::unique_ptr<LibsvmBlocks> blocks_;
};

// One file after the other; only one is open.
class ShardRows : public RowStream {
 public:
  explicit ShardRows(std::vector<DataShardPart> parts)
      : parts_(std::move(parts)), first_labels_(parts_.size()) {}

  void Rewind(Index input_dim) override {
    input_dim_ = input_dim;
    next_ = 0;
    open_.reset();
  }

  std::optional<LabelledRows> Next() override {
    for (;;) {
      if (open_) {
        if (auto block = open_->Next()) return block;
      }
      if (next_ == parts_.size()) return std::nullopt;
      open_ = Open(next_++);
      open_->Rewind(input_dim_);
    }
  }

 private:
  std::unique_ptr<RowStream> Open(std::size_t i) {
    const DataShardPart& part = parts_[i];
    const std::string& path = part.shard.path;
    if (part.shard.packed) return std::make_unique<PackedRows>(path);
    if (!part.shard.npy) return std::make_unique<LibsvmRange>(path, part.begin, part.end);
    auto range = std::make_unique<NpyRange>(path, part.begin, part.end, first_labels_[i]);
    first_labels_[i] = range->first_label();
    return range;
  }

  std::vector<DataShardPart> parts_;
  // Where the labels of a .npy part begin: the lines before are read once, not in every pass.
  std::vector<std::optional<std::streamoff>> first_labels_;
  std::size_t next_ = 0;
  Index input_dim_ = 0;
  std::unique_ptr<RowStream> open_;
};

}  // namespace

std::vector<DataShard> FindShards(const std::vector<std::string>& paths) {
  std::vector<DataShard> shards;
  for (const std::string& path : paths) {
    std::error_code ignored;
    if (!fs::is_regular_file(path, ignored)) {
      throw InvalidInput("shard '" + path + "' is missing; expected " +
                         std::to_string(paths.size()) + (paths.size() == 1 ? " file" : " files") +
                         " that every rank can read");
    }
    const bool npy = path.ends_with(".npy");
    if (npy && !fs::is_regular_file(path + ".labels", ignored))
      throw InvalidInput(path + ".labels is missing; expected the labels of the rows of " + path);
    shards.push_back({path, fs::file_size(path), npy, IsPacked(BytesOf(path, 0, kHeadBytes))});
  }
  return shards;
}

std::string ShardsText(const std::vector<DataShard>& shards) {
  std::string text;
  for (const DataShard& shard : shards) {
    text += FileText(shard.path, shard.bytes);
    if (shard.npy) text += FileText(shard.path + ".labels", fs::file_size(shard.path + ".labels"));
  }
  return text;
}

std::vector<DataShardPart> DealShards(const std::vector<DataShard>& shards, int rank, int size) {
  MERCER_CHECK(0 <= rank && rank < size);
  std::uint64_t total = 0;
  for (const DataShard& shard : shards) total += shard.bytes;
  const auto cut = [&](int r) {
    const auto at = static_cast<std::uint64_t>(r), ranks = static_cast<std::uint64_t>(size);
    return total / ranks * at + total % ranks * at / ranks;
  };
  const std::uint64_t first = cut(rank), last = cut(rank + 1);
  std::vector<DataShardPart> parts;
  std::uint64_t start = 0;  // of the shard
  for (const DataShard& shard : shards) {
    const std::uint64_t begin = std::clamp(first, start, start + shard.bytes) - start;
    const std::uint64_t end = std::clamp(last, start, start + shard.bytes) - start;
    if (shard.packed) {
      if (first <= start && start < last) parts.push_back({shard, 0, shard.bytes});
    } else if (begin < end) {
      parts.push_back({shard, begin, end});
    }
    start += shard.bytes;
  }
  return parts;
}

std::unique_ptr<RowStream> OpenShards(const std::vector<DataShardPart>& parts) {
  return std::make_unique<ShardRows>(parts);
}

}  // namespace mercer
