package dev.muster.store;

/** A watch was not polled quickly enough and was cut off: read a snapshot and watch from there. */
public final class LaggedException extends StoreException {
  public LaggedException(String prefix, long limit) {
    super(
        "the watch of \""
            + prefix
            + "\" fell more than "
            + limit
            + " events behind and was cut off; read a snapshot and watch from its revision",
        true);
  }
}
