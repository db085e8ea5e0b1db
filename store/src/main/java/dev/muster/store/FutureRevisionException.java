package dev.muster.store;

/** Nothing was written at this revision yet. */
public final class FutureRevisionException extends StoreException {
  private final long revision;
  private final long current;

  public FutureRevisionException(long revision, long current) {
    super("revision " + revision + " lies in the future, the newest one is " + current, true);
    this.revision = revision;
    this.current = current;
  }

  public long revision() {
    return revision;
  }

  public long current() {
    return current;
  }
}
