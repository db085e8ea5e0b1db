package dev.muster.apiserver.flow.config;

import dev.muster.apiserver.flow.fair.QueueSettings;
import dev.muster.apiserver.flow.fair.ShuffleSharding;

/** Requests that wait for each other, before those of others do. */
public final class Flow {
  private static final int[] ANY = {0};

  private final String distinguisher;
  private final int[] hand;

  private Flow(String distinguisher, int[] hand) {
    this.distinguisher = distinguisher;
    this.hand = hand;
  }

  static Flow of(String schema, String distinguisher, QueueSettings settings) {
    return new Flow(
        distinguisher,
        settings.queuing() ? ShuffleSharding.hand(schema, distinguisher, settings) : ANY);
  }

  public String distinguisher() {
    return distinguisher;
  }

  /** The queues of the flow. Not to be changed. */
  public int[] hand() {
    return hand;
  }
}
