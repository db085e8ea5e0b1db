package dev.muster.authz.rbac;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/** Name, place and markings of a policy object; the namespace is empty for cluster-wide kinds. */
public record Metadata(
    String namespace, String name, Map<String, String> labels, Map<String, String> annotations) {

  public Metadata {
    labels = Collections.unmodifiableMap(new TreeMap<>(labels));
    annotations = Collections.unmodifiableMap(new TreeMap<>(annotations));
  }

  /** Of a cluster-scoped object without labels. */
  public static Metadata named(String name) {
    return new Metadata("", name, Map.of(), Map.of());
  }

  /** Of an object in a namespace without labels. */
  public static Metadata named(String namespace, String name) {
    return new Metadata(namespace, name, Map.of(), Map.of());
  }
}
