#ifndef MERCER_EXPERIMENTS_EXTERNAL_REGISTER_EXTERNAL_H_
#define MERCER_EXPERIMENTS_EXTERNAL_REGISTER_EXTERNAL_H_

namespace mercer {

/// Adds the map and the learner "external" to the registries. Must be called once, before they are
/// used.
void RegisterExternal();

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_EXTERNAL_REGISTER_EXTERNAL_H_
