package dev.muster.etcd;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * Where etcd is, and how it is used.
 *
 * @param servers the members' client URLs
 * @param tls for those that begin with https
 * @param callTimeout how long a call to etcd takes at most
 * @param compactionInterval how long history is kept, at least; zero to leave compaction to others
 * @param watchLagLimit how many events a watch may fall behind before it is cut off
 */
public record EtcdOptions(
    List<URI> servers,
    Optional<SSLContext> tls,
    Duration callTimeout,
    Duration compactionInterval,
    int watchLagLimit) {
  private static final int DEFAULT_PORT = 2379;

  public EtcdOptions {
    servers = List.copyOf(servers);
    if (servers.isEmpty()) {
      throw new IllegalArgumentException("--etcd-servers must be specified");
    }
  }

  public static EtcdOptions of(List<URI> servers) {
    return new EtcdOptions(
        servers, Optional.empty(), Duration.ofSeconds(10), Duration.ofMinutes(5), 10_000);
  }

  public EtcdOptions withTls(SSLContext context) {
    return new EtcdOptions(
        servers, Optional.of(context), callTimeout, compactionInterval, watchLagLimit);
  }

  public EtcdOptions withCompactionInterval(Duration interval) {
    return new EtcdOptions(servers, tls, callTimeout, interval, watchLagLimit);
  }

  public EtcdOptions withCallTimeout(Duration timeout) {
    return new EtcdOptions(servers, tls, timeout, compactionInterval, watchLagLimit);
  }

  public EtcdOptions withWatchLagLimit(int events) {
    return new EtcdOptions(servers, tls, callTimeout, compactionInterval, events);
  }

  /**
   * A member's URL, as it is given to {@code --etcd-servers}. Without a scheme it is http's.
   *
   * @throws IllegalArgumentException if it is none
   */
  public static URI server(String text) {
    String url = text.strip();
    URI uri;
    try {
      uri = URI.create(url.contains("://") ? url : "http://" + url);
    } catch (IllegalArgumentException e) {
      throw noUrl(text);
    }
    boolean known = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
    String path = uri.getPath();
    if (!known || uri.getHost() == null || !(path.isEmpty() || path.equals("/"))) {
      throw noUrl(text);
    }
    return uri;
  }

  static int port(URI server) {
    return server.getPort() < 0 ? DEFAULT_PORT : server.getPort();
  }

  private static IllegalArgumentException noUrl(String text) {
    return new IllegalArgumentException(
        "--etcd-servers: \"" + text + "\" is not like http://host:2379 or https://host:2379");
  }
}
