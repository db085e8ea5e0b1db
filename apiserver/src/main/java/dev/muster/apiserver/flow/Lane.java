package dev.muster.apiserver.flow;

import java.util.concurrent.Executor;

/** What the users of one level share. */
record Lane(RequestClass level, Shares requests, Shares streams, Shares places, Seats seats) {
  /** The cluster's own parts are few, and each may be busy. */
  private static final int SYSTEM_REQUESTS = 500;

  private static final int SYSTEM_STREAMS = 5_000;
  private static final int HEALTH_REQUESTS = 1_000;
  private static final int HEALTH_REQUESTS_PER_USER = 100;
  private static final int SYSTEM_USERS = 2;

  static Lane workload(FlowLimits limits, Executor threads) {
    return new Lane(
        RequestClass.WORKLOAD,
        new Shares(limits.requests(), limits.requestsPerUser()),
        new Shares(limits.streams(), limits.streamsPerUser()),
        new Shares(limits.places(), limits.placesPerUser()),
        new Seats(limits.seats(), limits.seatsPerUser(), threads));
  }

  /** A quarter of what tenants have. */
  static Lane anonymous(FlowLimits limits, Executor threads) {
    return new Lane(
        RequestClass.ANONYMOUS,
        new Shares(quarter(limits.requests()), quarter(limits.requestsPerUser())),
        new Shares(quarter(limits.streams()), quarter(limits.streamsPerUser())),
        new Shares(quarter(limits.places()), quarter(limits.placesPerUser())),
        new Seats(quarter(limits.seats()), quarter(limits.seatsPerUser()), threads));
  }

  private static int quarter(int of) {
    return Math.max(1, of / 4);
  }

  /** Nothing here lasts, or is heavy. */
  static Lane health(Executor threads) {
    Shares shares = new Shares(HEALTH_REQUESTS, HEALTH_REQUESTS_PER_USER);
    return new Lane(RequestClass.HEALTH, shares, shares, shares, new Seats(1, 1, threads));
  }

  static Lane system(FlowLimits limits, Executor threads) {
    return new Lane(
        RequestClass.SYSTEM,
        new Shares(SYSTEM_REQUESTS, SYSTEM_REQUESTS / SYSTEM_USERS),
        new Shares(SYSTEM_STREAMS, SYSTEM_STREAMS / SYSTEM_USERS),
        new Shares(limits.places(), limits.places() / SYSTEM_USERS),
        new Seats(limits.seats(), limits.seatsPerUser(), threads));
  }

  /** Everything but the seats is there without end: more work at once would be done no sooner. */
  static Lane exempt(FlowLimits limits, Executor threads) {
    Shares endless = new Shares(Integer.MAX_VALUE, Integer.MAX_VALUE);
    int seats = 2 * limits.seats();
    return new Lane(
        RequestClass.EXEMPT, endless, endless, endless, new Seats(seats, seats, threads));
  }
}
