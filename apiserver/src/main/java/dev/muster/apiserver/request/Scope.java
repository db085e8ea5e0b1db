package dev.muster.apiserver.request;

/** How much of the cluster a path is about, as the path itself says it. */
public sealed interface Scope {
  /** Everything: the cluster's own objects, or those of every namespace. */
  enum Whole implements Scope {
    CLUSTER
  }

  /** What is below {@code namespaces/NAME/}: the objects in it, not the namespace itself. */
  record Namespace(String name) implements Scope {}
}
