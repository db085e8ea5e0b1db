package dev.muster.store;

/** The history asked for is gone. */
public final class CompactedException extends StoreException {
  private final long revision;
  private final long compacted;

  public CompactedException(long revision, long compacted) {
    super(
        "revision " + revision + " has been compacted, the oldest one kept is " + compacted, true);
    this.revision = revision;
    this.compacted = compacted;
  }

  public long revision() {
    return revision;
  }

  /** The oldest revision that can still be read. */
  public long compacted() {
    return compacted;
  }
}
