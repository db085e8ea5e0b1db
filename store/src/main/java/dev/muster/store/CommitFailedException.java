package dev.muster.store;

/** A batch did not become durable. */
final class CommitFailedException extends Exception {
  private final boolean lasting;

  /**
   * @param lasting whether the journal can no longer be trusted: the batch may or may not be on
   *     disk, so its revisions must not be given again and nothing may be written after it
   */
  CommitFailedException(String message, boolean lasting, Throwable cause) {
    super(message, cause);
    this.lasting = lasting;
  }

  boolean lasting() {
    return lasting;
  }
}
