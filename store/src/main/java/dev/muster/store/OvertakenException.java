package dev.muster.store;

/** Something else was written that the write may not have taken into account. */
public final class OvertakenException extends StoreException {
  public OvertakenException(String prefix, long since) {
    super("something below \"" + prefix + "\" was written after revision " + since, true);
  }
}
