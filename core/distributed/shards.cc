#include "core/distributed/shards.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <utility>

#include "core/base/error.h"
#include "core/base/sha256.h"
#include "core/data/libsvm_blocks.h"
#include "core/distributed/libsvm_range.h"
#include "core/distributed/npy_range.h"

namespace mercer {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kSampledBytes = 65536;

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

bool IsPacked(const std::string& path) {
  const std::string head = BytesOf(path, 0, 6);
  return head.starts_with("\x1f\x8b") || head.starts_with("BZh") ||
         head.starts_with(
             "\xfd"
             "7zXZ");
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
  explicit ShardRows(std::vector<ShardPart> parts) : parts_(std::move(parts)) {}

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
      open_ = Open(parts_[next_++]);
      open_->Rewind(input_dim_);
    }
  }

 private:
  static std::unique_ptr<RowStream> Open(const ShardPart& part) {
    const std::string& path = part.shard.path;
    if (part.shard.packed) return std::make_unique<PackedRows>(path);
    if (part.shard.npy) return std::make_unique<NpyRange>(path, part.begin, part.end);
    return std::make_unique<LibsvmRange>(path, part.begin, part.end);
  }

  std::vector<ShardPart> parts_;
  std::size_t next_ = 0;
  Index input_dim_ = 0;
  std::unique_ptr<RowStream> open_;
};

}  // namespace

std::vector<Shard> FindShards(const std::vector<std::string>& paths) {
  std::vector<Shard> shards;
  for (const std::string& path : paths) {
    std::error_code ignored;
    if (!fs::is_regular_file(path, ignored)) {
      throw InvalidInput("shard '" + path + "' is missing; expected " +
                         std::to_string(paths.size()) + (paths.size() == 1 ? " file" : " files") +
                         " that every rank can read");
    }
    shards.push_back({path, fs::file_size(path), path.ends_with(".npy"), IsPacked(path)});
  }
  return shards;
}

std::string ShardsText(const std::vector<Shard>& shards) {
  std::string text;
  for (const Shard& shard : shards) {
    const std::uint64_t tail = std::min(shard.bytes, kSampledBytes);
    text += shard.path + " " + std::to_string(shard.bytes) + " " +
            Sha256Hex(BytesOf(shard.path, 0, kSampledBytes) +
                      BytesOf(shard.path, shard.bytes - tail, tail)) +
            "\n";
  }
  return text;
}

std::vector<ShardPart> DealShards(const std::vector<Shard>& shards, int rank, int size) {
  MERCER_CHECK(0 <= rank && rank < size);
  std::uint64_t total = 0;
  for (const Shard& shard : shards) total += shard.bytes;
  const auto cut = [&](int r) {
    const auto at = static_cast<std::uint64_t>(r), ranks = static_cast<std::uint64_t>(size);
    return total / ranks * at + total % ranks * at / ranks;
  };
  const std::uint64_t first = cut(rank), last = cut(rank + 1);
  std::vector<ShardPart> parts;
  std::uint64_t start = 0;  // of the shard
  for (const Shard& shard : shards) {
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

std::unique_ptr<RowStream> OpenShards(const std::vector<ShardPart>& parts) {
  return std::make_unique<ShardRows>(parts);
}

}  // namespace mercer
