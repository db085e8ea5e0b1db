package dev.muster.model.status;

/** A request that ends with a Status. Carries no stack trace: it is an answer, not a defect. */
public final class ApiException extends RuntimeException {
  private final transient Status status;

  /** Ends the request with this answer. */
  public ApiException(Status status) {
    super(status.message(), null, false, false);
    this.status = status;
  }

  /** The answer. */
  public Status status() {
    return status;
  }
}
