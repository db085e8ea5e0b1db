package dev.muster.store;

/** A batch did not become durable. */
final class CommitFailedException extends Exception {
  /** What is on disk after a commit that failed. */
  enum Aftermath {
    /** Nothing of the batch; a later one may well succeed. */
    ROLLED_BACK,
    /** The same, for want of space. */
    NO_SPACE,
    /**
     * Nothing that a later batch would not write over; but if none comes, a restart may find this
     * one. For want of space.
     */
    NO_SPACE_UNSURE,
    /** Nobody knows: nothing may be written before the journal was opened again. */
    BROKEN
  }

  private final Aftermath aftermath;

  CommitFailedException(String message, Aftermath aftermath, Throwable cause) {
    super(message, cause);
    this.aftermath = aftermath;
  }

  Aftermath aftermath() {
    return aftermath;
  }
}
