#ifndef MERCER_EXPERIMENTS_RUN_MACHINE_DISK_ROOM_H_
#define MERCER_EXPERIMENTS_RUN_MACHINE_DISK_ROOM_H_

#include <filesystem>

namespace mercer {

/// Bytes of a disk that stay free for records: what trials share is not written where less would be
/// left.
inline constexpr double kRoomForRecords = 1 << 30;

/// Whether the disk of the folder keeps so much room behind `bytes` more. Makes the folder where
/// its parent exists; false where there is none.
bool HasRoomFor(double bytes, const std::filesystem::path& folder,
                double left_free = kRoomForRecords);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_RUN_MACHINE_DISK_ROOM_H_
