package dev.muster.apiserver.flow;

import java.time.Duration;

/**
 * How much is served at a time.
 *
 * @param requests how many requests of tenants, streams left out
 * @param requestsPerUser how many of them one user may have under way
 * @param streams how many watches and connections of tenants
 * @param streamsPerUser how many of them one user may have open
 * @param seats how many heavy requests are worked on at a time, for tenants and for the system's
 *     own users each
 * @param seatsPerUser how many of them may be one user's
 * @param places how many heavy requests may be there, bodies included, worked on or waiting
 * @param placesPerUser how many of them may be one user's
 * @param patience how long one may wait for a seat, or for room for what is to be sent
 * @param backlog how many bytes may wait for those who are slow to read their watches
 * @param backlogPerUser how many of them may be one user's
 * @param inflight how many requests are worked on at a time
 */
public record FlowLimits(
    int requests,
    int requestsPerUser,
    int streams,
    int streamsPerUser,
    int seats,
    int seatsPerUser,
    int places,
    int placesPerUser,
    Duration patience,
    long backlog,
    long backlogPerUser,
    InflightLimits inflight) {
  /** Memory for one seat: a body of the largest size, as objects, and what is made of it. */
  private static final long SEAT_BYTES = 96L << 20;

  /** Memory for one place: the largest body, and as much again while it is read. */
  private static final long PLACE_BYTES = 8L << 20;

  /** What suits this machine: more seats than processors gain nothing but fairness. */
  public static FlowLimits defaults() {
    long heap = Runtime.getRuntime().maxMemory();
    int processors = Runtime.getRuntime().availableProcessors();
    int seats = within(heap / SEAT_BYTES, 2, Math.max(4, 2 * processors));
    int places = within(heap / 4 / PLACE_BYTES, 2 * seats, 256);
    return new FlowLimits(
        2_000,
        400,
        12_000,
        2_000,
        seats,
        Math.max(1, seats / 2),
        places,
        Math.max(2, places / 6),
        Duration.ofSeconds(15),
        heap / 8,
        heap / 32,
        InflightLimits.defaults());
  }

  public FlowLimits with(InflightLimits other) {
    return new FlowLimits(
        requests,
        requestsPerUser,
        streams,
        streamsPerUser,
        seats,
        seatsPerUser,
        places,
        placesPerUser,
        patience,
        backlog,
        backlogPerUser,
        other);
  }

  private static int within(long value, int least, int most) {
    return Math.clamp(value, least, most);
  }
}
