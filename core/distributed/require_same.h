#ifndef MERCER_CORE_DISTRIBUTED_REQUIRE_SAME_H_
#define MERCER_CORE_DISTRIBUTED_REQUIRE_SAME_H_

#include <string>

#include "core/distributed/communicator.h"

namespace mercer {

/// Throws InvalidInput on every rank where a rank's text is not that of rank 0: "rank 2 has another
/// <what> than rank 0: '<its line>' in place of '<that of rank 0>'; expected the same on every
/// rank". Texts themselves are sent only then.
void RequireSame(const std::string& what, const std::string& text, Communicator& communicator);

}  // namespace mercer

#endif  // MERCER_CORE_DISTRIBUTED_REQUIRE_SAME_H_
