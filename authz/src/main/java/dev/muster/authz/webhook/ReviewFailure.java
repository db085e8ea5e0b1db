package dev.muster.authz.webhook;

import java.time.Duration;

/** Why the service gave no answer that can be used. */
public final class ReviewFailure extends Exception {
  private static final long serialVersionUID = 1;

  private final String result;
  private final boolean passing;
  private final Duration retryAfter;

  private ReviewFailure(String message, String result, boolean passing, Duration retryAfter) {
    super(message);
    this.result = result;
    this.passing = passing;
    this.retryAfter = retryAfter;
  }

  /** It did not answer in time; it may the next time. */
  public static ReviewFailure timeout(String message) {
    return new ReviewFailure(message, "timeout", true, Duration.ZERO);
  }

  /** Something that asking again may cure, such as a connection that broke. */
  public static ReviewFailure passing(String message) {
    return passing(message, Duration.ZERO);
  }

  static ReviewFailure passing(String message, Duration retryAfter) {
    return new ReviewFailure(message, "error", true, retryAfter);
  }

  /** Something that asking again right away would not cure. */
  public static ReviewFailure lasting(String message) {
    return new ReviewFailure(message, "error", false, Duration.ZERO);
  }

  static ReviewFailure canceled() {
    return new ReviewFailure("the request was given up", "canceled", false, Duration.ZERO);
  }

  /** {@code timeout}, {@code error} or {@code canceled}, as metrics call it. */
  public String result() {
    return result;
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
