package dev.muster.runtime.refusal;

/** A request that cannot be carried out, with the reason in the caller's words. */
public final class Refused extends Exception {
  private static final long serialVersionUID = 1;

  /** What kind of no it is. */
  public enum Kind {
    INVALID,
    NOT_FOUND,
    EXISTS,
    WRONG_STATE,
    TIMED_OUT,
    TOO_LARGE,
    UNSUPPORTED,
    FAILED
  }

  private final Kind kind;

  public Refused(Kind kind, String message) {
    super(message);
    this.kind = kind;
  }

  public Refused(Kind kind, String message, Throwable cause) {
    super(message, cause);
    this.kind = kind;
  }

  public Kind kind() {
    return kind;
  }

  public static Refused invalid(String message) {
    return new Refused(Kind.INVALID, message);
  }

  public static Refused notFound(String message) {
    return new Refused(Kind.NOT_FOUND, message);
  }

  public static Refused wrongState(String message) {
    return new Refused(Kind.WRONG_STATE, message);
  }

  public static Refused failed(String message) {
    return new Refused(Kind.FAILED, message);
  }
}
