package dev.muster.cel;

/** How a compilation ended. */
public sealed interface Compilation {

  record Compiled(Expression expression) implements Compilation {}

  /** What is wrong with the text, in Kubernetes' words. */
  record Refused(String detail) implements Compilation {
    private static final String PREFIX = "compilation failed: ";
    private static final String INSTANTIATING = "program instantiation failed: ";

    static Refused because(String issues) {
      return new Refused(PREFIX + issues);
    }

    static Refused instantiating(String fault) {
      return new Refused(INSTANTIATING + fault);
    }

    /** Whether it compiles, but no program can be made of it: Kubernetes takes that for its own. */
    public boolean isInternal() {
      return detail.startsWith(INSTANTIATING);
    }

    /** The compiler's own words. */
    public String issues() {
      return detail.startsWith(PREFIX) ? detail.substring(PREFIX.length()) : detail;
    }
  }
}
