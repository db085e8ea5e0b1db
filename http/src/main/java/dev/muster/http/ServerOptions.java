package dev.muster.http;

import java.time.Duration;

/**
 * The bounds of the HTTP server.
 *
 * @param bindAddress the address to listen on; {@code 0.0.0.0} for all
 * @param port the port to listen on; 0 for any free one
 * @param idleTimeout how long a connection may be silent between requests, and a client may stall
 *     inside one; open streams may be silent for ever
 * @param headerTimeout how long a client may take for the TLS handshake, and for the headers of a
 *     request once it has begun
 * @param bodyTimeout how long the whole body of a request may take
 * @param writeTimeout how long one write may make no progress before the client counts as gone
 * @param stopTimeout how long requests under way are waited for when the server stops
 * @param requestTimeout how long a request may take, unless it is one that lasts
 * @param headerBytes how large the headers of a request may be together
 * @param requests how many requests, open streams included, are answered at a time; more get 429
 * @param connections how many connections may be open; more wait to be accepted. Of those by which
 *     nobody was let in yet there are half as many at most: a new one pushes out the oldest
 * @param connectionsPerAddress the same for one address; more are closed at once
 * @param streamsPerConnection how many requests one HTTP/2 connection may have open
 * @param http2EventsPerSecond how many stream resets, pings, settings and other frames that cost
 *     the client nothing one HTTP/2 connection may send in a second before it is closed. Clients
 *     that end all their watches at once must stay below it, floods of resets must not.
 */
public record ServerOptions(
    String bindAddress,
    int port,
    Duration idleTimeout,
    Duration headerTimeout,
    Duration bodyTimeout,
    Duration writeTimeout,
    Duration stopTimeout,
    Duration requestTimeout,
    int headerBytes,
    int requests,
    int connections,
    int connectionsPerAddress,
    int streamsPerConnection,
    int http2EventsPerSecond) {

  public static ServerOptions on(String bindAddress, int port) {
    return new ServerOptions(
        bindAddress,
        port,
        Duration.ofSeconds(90),
        Duration.ofSeconds(32),
        Duration.ofSeconds(60),
        Duration.ofSeconds(30),
        Duration.ofSeconds(10),
        Duration.ofSeconds(60),
        64 * 1024,
        30_000,
        20_000,
        10_000,
        1_000,
        2_500);
  }

  /** With another number of requests. */
  ServerOptions withRequests(int other) {
    return new ServerOptions(
        bindAddress,
        port,
        idleTimeout,
        headerTimeout,
        bodyTimeout,
        writeTimeout,
        stopTimeout,
        requestTimeout,
        headerBytes,
        other,
        connections,
        connectionsPerAddress,
        streamsPerConnection,
        http2EventsPerSecond);
  }

  /** With another share of connections for each address. */
  ServerOptions withConnectionsPerAddress(int other) {
    return new ServerOptions(
        bindAddress,
        port,
        idleTimeout,
        headerTimeout,
        bodyTimeout,
        writeTimeout,
        stopTimeout,
        requestTimeout,
        headerBytes,
        requests,
        connections,
        other,
        streamsPerConnection,
        http2EventsPerSecond);
  }

  /** With another time for requests. */
  public ServerOptions withRequestTimeout(Duration other) {
    return new ServerOptions(
        bindAddress,
        port,
        idleTimeout,
        headerTimeout,
        bodyTimeout,
        writeTimeout,
        stopTimeout,
        other,
        headerBytes,
        requests,
        connections,
        connectionsPerAddress,
        streamsPerConnection,
        http2EventsPerSecond);
  }
}
