package dev.muster.admission.policy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.Cluster;
import java.util.List;
import java.util.function.Function;

/**
 * The stored policies of one kind with their bindings, compiled. Safe for any thread.
 *
 * @param <P> a policy's expressions, compiled
 */
final class BoundPolicySource<P> {
  private final Cluster cluster;
  private final String apiVersion;
  private final String policy;
  private final String binding;
  private volatile State<P> state;

  /** The index, with the versions of what it was made from. */
  private record State<P>(long policies, long bindings, PolicyIndex<P> index) {}

  /**
   * @param apiVersion the version in which they are stored
   * @param policy the kind of the policies; that of the bindings is named after it
   */
  BoundPolicySource(
      Cluster cluster, String apiVersion, String policy, Function<ObjectNode, P> compiler) {
    this.cluster = cluster;
    this.apiVersion = apiVersion;
    this.policy = policy;
    this.binding = policy + "Binding";
    this.state = new State<>(Long.MIN_VALUE, Long.MIN_VALUE, PolicyIndex.empty(compiler));
  }

  /**
   * INVARIANT (exact in time): the versions are read for each request, and they count every write
   * that was acknowledged before it.
   */
  PolicyIndex<P> current() {
    State<P> seen = state;
    if (cluster.version(apiVersion, policy) == seen.policies
        && cluster.version(apiVersion, binding) == seen.bindings) {
      return seen.index;
    }
    return updated();
  }

  private synchronized PolicyIndex<P> updated() {
    State<P> seen = state;
    long policies = cluster.version(apiVersion, policy);
    long bindings = cluster.version(apiVersion, binding);
    if (policies != seen.policies || bindings != seen.bindings) {
      List<ObjectNode> stored = cluster.list(apiVersion, policy, "");
      PolicyIndex<P> index =
          seen.index.updated(
              stored, stored.isEmpty() ? List.of() : cluster.list(apiVersion, binding, ""));
      seen = new State<>(policies, bindings, index);
      state = seen;
    }
    return seen.index;
  }
}
