package dev.muster.node.probes;

/** What came of a probe, or of a hook that works like one. */
public sealed interface ProbeResult {
  /** What to tell about it. */
  String output();

  default boolean well() {
    return switch (this) {
      case Success success -> true;
      case Warning warning -> true;
      case Failure failure -> false;
      case Broken broken -> false;
    };
  }

  record Success(String output) implements ProbeResult {}

  /** It is well, and there is something that its owner should know. */
  record Warning(String output) implements ProbeResult {}

  /** The container answered, and is not well; or did not answer in time. */
  record Failure(String output) implements ProbeResult {}

  /** The question could not be asked. */
  record Broken(String output) implements ProbeResult {}
}
