package dev.muster.node.probes;

/** What came of a probe, or of a hook that works like one. */
public sealed interface Outcome {
  /** What to tell about it. */
  String output();

  record Success(String output) implements Outcome {}

  /** The container answered, and is not well; or did not answer in time. */
  record Failure(String output) implements Outcome {}

  /** The question could not be asked. */
  record Broken(String output) implements Outcome {}
}
