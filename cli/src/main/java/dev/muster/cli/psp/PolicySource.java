package dev.muster.cli.psp;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.Cluster;
import dev.muster.admission.psp.Policy;
import java.util.List;
import java.util.function.Predicate;

/** Where policies come from, and who may use them. */
interface PolicySource extends AutoCloseable {
  String POLICIES = "policy/v1beta1";

  /** The objects that admission asks for. */
  Cluster cluster();

  /** Whether a policy may be used for a pod in a namespace. */
  Predicate<Policy> usable(String namespace, String serviceAccount);

  /** Whether the user is known, and so {@link #usable} means something. */
  boolean knowsUser();

  default List<Policy> policies() {
    return cluster().list(POLICIES, "PodSecurityPolicy", "").stream().map(Policy::of).toList();
  }

  default ObjectNode namespace(String name) {
    return cluster()
        .get("v1", "Namespace", "", name)
        .orElseGet(() -> JsonNodeFactory.instance.objectNode());
  }

  @Override
  default void close() {}
}
