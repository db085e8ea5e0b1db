package dev.muster.authz.webhook;

import java.time.Duration;

/** Why the service gave no answer that can be used. */
public final class ReviewFailure extends Exception {
  private static final long serialVersionUID = 1;

  /** How far the question came. */
  enum Reach {
    /** There is no connection to the service. */
    UNREACHABLE,
    /** It was asked and did not answer, perhaps because of the question. */
    SILENT,
    /** It answered, but not what was asked. */
    ANSWERED,
    /** It was not asked, or had not the time that it may take. */
    GIVEN_UP
  }

  private final String result;
  private final Reach reach;
  private final boolean passing;
  private final Duration retryAfter;

  private ReviewFailure(
      String message, String result, Reach reach, boolean passing, Duration retryAfter) {
    super(message);
    this.result = result;
    this.reach = reach;
    this.passing = passing;
    this.retryAfter = retryAfter;
  }

  /** There is no connection, or none that can be trusted; asking again right away is no use. */
  public static ReviewFailure unreachable(String message) {
    return new ReviewFailure(message, "error", Reach.UNREACHABLE, false, Duration.ZERO);
  }

  /** It did not answer in time. */
  public static ReviewFailure timeout(String message) {
    return new ReviewFailure(message, "timeout", Reach.SILENT, false, Duration.ZERO);
  }

  /**
   * It hung up instead of an answer: nobody had to wait, and asking again is the asker's matter.
   */
  public static ReviewFailure broken(String message) {
    return new ReviewFailure(message, "error", Reach.GIVEN_UP, false, Duration.ZERO);
  }

  /** The connection was reset; asking again may cure it. */
  public static ReviewFailure reset(String message) {
    return new ReviewFailure(message, "error", Reach.SILENT, true, Duration.ZERO);
  }

  /** There were so many questions before this one that it was not asked in time. */
  public static ReviewFailure crowded(String message) {
    return new ReviewFailure(message, "timeout", Reach.GIVEN_UP, true, Duration.ZERO);
  }

  /** The answer says that another try may do better. */
  static ReviewFailure notNow(String message, String result, Duration retryAfter) {
    return new ReviewFailure(message, result, Reach.ANSWERED, true, retryAfter);
  }

  /** The answer makes no sense, and would not the next time. */
  static ReviewFailure unusable(String message) {
    return new ReviewFailure(message, "error", Reach.ANSWERED, false, Duration.ZERO);
  }

  static ReviewFailure canceled() {
    return new ReviewFailure(
        "the request was given up", "canceled", Reach.GIVEN_UP, false, Duration.ZERO);
  }

  /** {@code timeout}, {@code error} or {@code canceled}, as metrics call it. */
  public String result() {
    return result;
  }

  Reach reach() {
    return reach;
  }

  boolean isPassing() {
    return passing;
  }

  Duration retryAfter() {
    return retryAfter;
  }

  /** Never null: every failure says what happened. */
  @Override
  public String getMessage() {
    return String.valueOf(super.getMessage());
  }
}
