package dev.muster.testing.history;

/** What somebody saw of a key. */
public sealed interface Seen {
  /** Whether it is a state that this change led to. */
  boolean in(HistoryEvent state);

  /** The very state, which has a revision. */
  record At(long revision) implements Seen {
    @Override
    public boolean in(HistoryEvent state) {
      return state.revision() == revision && !state.deletion();
    }
  }

  /** It is not there. */
  record Absent() implements Seen {
    @Override
    public boolean in(HistoryEvent state) {
      return state.deletion();
    }
  }

  /** It is there, whatever it is: all that an answer about access tells of a binding. */
  record Present() implements Seen {
    @Override
    public boolean in(HistoryEvent state) {
      return !state.deletion();
    }
  }
}
