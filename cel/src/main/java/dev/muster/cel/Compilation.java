package dev.muster.cel;

/** How a compilation ended. */
public sealed interface Compilation {

  record Compiled(Expression expression) implements Compilation {}

  /** What is wrong with the text, in Kubernetes' words. */
  record Refused(String detail) implements Compilation {
    private static final String PREFIX = "compilation failed: ";

    static Refused because(String issues) {
      return new Refused(PREFIX + issues);
    }

    /** The compiler's own words. */
    public String issues() {
      return detail.startsWith(PREFIX) ? detail.substring(PREFIX.length()) : detail;
    }
  }
}
