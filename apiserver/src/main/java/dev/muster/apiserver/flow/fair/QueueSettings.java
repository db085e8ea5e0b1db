package dev.muster.apiserver.flow.fair;

/**
 * How requests wait for a seat.
 *
 * @param queues how many queues there are; 0 if nobody waits, negative if nobody has to
 * @param handSize how many of them a flow has
 * @param lengthLimit how many requests wait in one
 */
public record QueueSettings(int queues, int handSize, int lengthLimit) {
  /** Everybody has a seat. */
  public static final QueueSettings EXEMPT = new QueueSettings(-1, 0, 0);

  /** Who finds no seat is refused. */
  public static final QueueSettings REJECT = new QueueSettings(0, 0, 0);

  public QueueSettings {
    if (queues > 0 && (handSize < 1 || handSize > queues || lengthLimit < 1)) {
      throw new IllegalArgumentException(
          "%d queues, of which a flow has %d, of length %d"
              .formatted(queues, handSize, lengthLimit));
    }
  }

  public boolean exempt() {
    return queues < 0;
  }

  public boolean queuing() {
    return queues > 0;
  }
}
