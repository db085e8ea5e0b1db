package dev.muster.model.patch;

import java.util.function.Supplier;

/**
 * A JSON patch that is well-formed but does not apply, and why, in the words of the real server.
 */
public final class InapplicablePatch extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final boolean testFailed;

  private InapplicablePatch(String message, boolean testFailed) {
    super(message, null, false, false);
    this.testFailed = testFailed;
  }

  InapplicablePatch(String message) {
    this(message, false);
  }

  static InapplicablePatch missing(String what) {
    return new InapplicablePatch(what + ": missing value");
  }

  static InapplicablePatch failedTest(String path) {
    return new InapplicablePatch("testing value " + path + " failed: test failed", true);
  }

  /** Whether the object is merely not what the patch is for. */
  public boolean testFailed() {
    return testFailed;
  }

  /** Does a step; what is wrong with it is said behind where it was done. */
  static void at(String place, Runnable step) {
    found(
        place,
        () -> {
          step.run();
          return true;
        });
  }

  /** The same for a step that finds something. */
  static <T> T found(String place, Supplier<T> step) {
    try {
      return step.get();
    } catch (InapplicablePatch e) {
      throw new InapplicablePatch(place + ": " + e.getMessage(), e.testFailed);
    }
  }
}
