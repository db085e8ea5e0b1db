package dev.muster.admission;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;

/** What plugins may know of the cluster: the objects as they are stored now. */
public interface Cluster {

  /**
   * The object, or empty; {@code namespace} is empty for cluster-wide kinds. Not to be changed:
   * others may be reading it.
   */
  Optional<ObjectNode> get(String apiVersion, String kind, String namespace, String name);

  /** All objects of a kind, in a namespace or, with an empty one, everywhere. */
  List<ObjectNode> list(String apiVersion, String kind, String namespace);

  /**
   * A number that is another one after every change of an object of the kind. It counts all writes
   * that were acknowledged before the call.
   */
  default long version(String apiVersion, String kind) {
    return list(apiVersion, kind, "").hashCode();
  }
}
