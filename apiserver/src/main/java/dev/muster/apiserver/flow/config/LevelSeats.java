package dev.muster.apiserver.flow.config;

/**
 * How many seats a level has.
 *
 * @param nominal by its shares
 * @param lower what others leave it in any case
 * @param upper what it has at most, by borrowing
 */
record LevelSeats(int nominal, int lower, int upper) {
  /**
   * @param all the seats of the server
   * @param shareSum the shares of all levels
   */
  static LevelSeats of(LevelSpec spec, int all, double shareSum) {
    int nominal = shareSum > 0 ? (int) Math.ceil(all * Math.max(0, spec.shares()) / shareSum) : 0;
    long lendable = Math.round(nominal * spec.lendablePercent() / 100.0);
    long borrowing =
        spec.borrowingPercent().isPresent()
            ? Math.round(nominal * spec.borrowingPercent().getAsLong() / 100.0)
            : all;
    // what validation prevents is not taken from another server's store, either
    return new LevelSeats(
        nominal,
        Math.clamp(nominal - lendable, 0, nominal),
        Math.clamp(nominal + borrowing, nominal, Integer.MAX_VALUE));
  }

  /** Before anything is known of what is wanted. */
  int initial() {
    return nominal - (nominal - lower) / 2;
  }
}
