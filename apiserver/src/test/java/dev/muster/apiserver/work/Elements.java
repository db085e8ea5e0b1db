package dev.muster.apiserver.work;

/** How the elements of a list relate to each other. */
enum Elements {
  /** All are the same. */
  ALIKE {
    @Override
    String text(int index) {
      return "x";
    }

    @Override
    int number(int index) {
      return 1;
    }
  },

  /** All differ, and their texts have the same hash code. */
  COLLIDING {
    private static final int BITS = 17;

    @Override
    String text(int index) {
      StringBuilder out = new StringBuilder();
      for (int bit = 0; bit < BITS; bit++) {
        out.append((index >> bit & 1) == 0 ? "an" : "c0");
      }
      return out.toString();
    }

    @Override
    int number(int index) {
      return index + 1;
    }
  };

  abstract String text(int index);

  abstract int number(int index);
}
