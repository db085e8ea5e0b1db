package dev.muster.client.api;

import java.io.IOException;

/** The server answered, but not with what was asked for. */
public final class ApiProblem extends IOException {
  static final String BUSY = "Too many requests, please try again later.";

  private final int code;
  private final String reason;

  /** With the code, reason and message of a Status. */
  public ApiProblem(int code, String reason, String message) {
    super(message);
    this.code = code;
    this.reason = reason;
  }

  /** The HTTP status. */
  public int code() {
    return code;
  }

  /** The Status' reason, such as {@code NotFound}. */
  public String reason() {
    return reason;
  }

  /** Whether there is no such object. */
  public boolean isNotFound() {
    return code == 404;
  }

  /** Whether somebody else was quicker. */
  public boolean isConflict() {
    return code == 409;
  }

  /** Whether the server has too much to do; not that a disruption budget is spent. */
  boolean isBusy() {
    return code == 429 && BUSY.equals(getMessage());
  }

  /** Whether the same request may well succeed a little later. */
  public boolean isPassing() {
    return code == 429 || code >= 500;
  }
}
