package dev.muster.http;

import java.time.Duration;
import java.util.function.Consumer;

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

  /** With the bounds that are the defaults. */
  public static ServerOptions on(String bindAddress, int port) {
    return on(bindAddress, port, defaults -> {});
  }

  /** With some bounds that are not the defaults. */
  public static ServerOptions on(String bindAddress, int port, Consumer<Bounds> others) {
    Bounds bounds = new Bounds();
    others.accept(bounds);
    return new ServerOptions(
        bindAddress,
        port,
        bounds.idleTimeout,
        bounds.headerTimeout,
        bounds.bodyTimeout,
        bounds.writeTimeout,
        bounds.stopTimeout,
        bounds.requestTimeout,
        bounds.headerBytes,
        bounds.requests,
        bounds.connections,
        bounds.connectionsPerAddress,
        bounds.streamsPerConnection,
        bounds.http2EventsPerSecond);
  }

  /** The bounds while they are being chosen, each with its default. */
  public static final class Bounds {
    public Duration idleTimeout = Duration.ofSeconds(90);
    public Duration headerTimeout = Duration.ofSeconds(32);
    public Duration bodyTimeout = Duration.ofSeconds(60);
    public Duration writeTimeout = Duration.ofSeconds(30);
    public Duration stopTimeout = Duration.ofSeconds(10);
    public Duration requestTimeout = Duration.ofSeconds(60);
    public int headerBytes = 64 * 1024;
    public int requests = 30_000;
    public int connections = 20_000;
    public int connectionsPerAddress = 10_000;
    public int streamsPerConnection = 1_000;
    public int http2EventsPerSecond = 2_500;

    private Bounds() {}
  }
}
