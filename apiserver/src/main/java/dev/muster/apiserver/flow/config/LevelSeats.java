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
    int nominal = shareSum > 0 ? (int) Math.ceil(all * spec.shares() / shareSum) : 0;
    long lendable = Math.round(nominal * spec.lendablePercent() / 100.0);
    long borrowing =
        spec.borrowingPercent().isPresent()
            ? Math.round(nominal * spec.borrowingPercent().getAsLong() / 100.0)
            : all;
    return new LevelSeats(
        nominal,
        (int) Math.max(0, nominal - lendable),
        (int) Math.min(Integer.MAX_VALUE, nominal + borrowing));
  }

  /** Before anything is known of what is wanted. */
  int initial() {
    return nominal - (nominal - lower) / 2;
  }
}
