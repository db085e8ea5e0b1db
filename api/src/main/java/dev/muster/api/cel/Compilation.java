package dev.muster.api.cel;

/** How a compilation ended. */
public sealed interface Compilation {

  record Compiled(Expression expression) implements Compilation {}

  /** What is wrong with the text, in Kubernetes' words. */
  record Refused(String detail) implements Compilation {}
}
