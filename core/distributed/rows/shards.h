#ifndef MERCER_CORE_DISTRIBUTED_ROWS_SHARDS_H_
#define MERCER_CORE_DISTRIBUTED_ROWS_SHARDS_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/distributed/rows/row_stream.h"

namespace mercer {

/// One file of a data set that is a list of files.
struct Shard {
  std::string path;
  std::uint64_t bytes = 0;
  bool npy = false;     // .npy rows (NpyRange), else LIBSVM text
  bool packed = false;  // by gzip, bzip2 or xz: belongs whole to one rank
};

/// Looks at each file, without reading it. Throws InvalidInput that names the first that is missing
/// or is no file.
std::vector<Shard> FindShards(const std::vector<std::string>& paths);

/// What tells these files from others: of each its path, its bytes and the SHA-256 of its first and
/// last 64 KiB. For ranks to compare what they see.
std::string ShardsText(const std::vector<Shard>& shards);

/// Bytes [begin, end) of a shard.
struct ShardPart {
  Shard shard;
  std::uint64_t begin = 0, end = 0;
};

/// What rank `rank` of `size` reads: the shards one behind the other are cut into `size` ranges of
/// the same number of bytes, ±1. A packed shard is whole of the rank whose range it begins in.
std::vector<ShardPart> DealShards(const std::vector<Shard>& shards, int rank, int size);

/// The rows of the parts, in order.
std::unique_ptr<RowStream> OpenShards(const std::vector<ShardPart>& parts);

}  // namespace mercer

#endif  // MERCER_CORE_DISTRIBUTED_ROWS_SHARDS_H_
