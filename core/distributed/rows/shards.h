#ifndef MERCER_CORE_DISTRIBUTED_ROWS_SHARDS_H_
#define MERCER_CORE_DISTRIBUTED_ROWS_SHARDS_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/distributed/rows/row_stream.h"

namespace mercer {

/// One file of a data set that is a list of files.
struct DataShard {
  std::string path;
  std::uint64_t bytes = 0;
  bool npy = false;     // .npy rows (NpyRange), else LIBSVM text
  bool packed = false;  // by gzip, bzip2 or xz: read by one rank as a whole
};

/// Inspects each file without reading all of it. Throws InvalidInput, naming the first file that is
/// missing or is not a regular file, also for the labels of .npy rows.
std::vector<DataShard> FindShards(const std::vector<std::string>& paths);

/// A text that identifies the files: for each its path, its size in bytes and the SHA-256 of its
/// first and last 64 KiB. Ranks use it to compare the files that they see.
std::string ShardsText(const std::vector<DataShard>& shards);

/// Bytes [begin, end) of a shard.
struct DataShardPart {
  DataShard shard;
  std::uint64_t begin = 0, end = 0;
};

/// The parts that rank `rank` of `size` reads. The concatenated shards are cut into `size` ranges
/// of the same number of bytes, ±1. A packed shard belongs as a whole to the rank in whose range it
/// begins.
std::vector<DataShardPart> DealShards(const std::vector<DataShard>& shards, int rank, int size);

/// A stream of the rows of the parts, in order.
std::unique_ptr<RowStream> OpenShards(const std::vector<DataShardPart>& parts);

}  // namespace mercer

#endif  // MERCER_CORE_DISTRIBUTED_ROWS_SHARDS_H_
