package dev.muster.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A real etcd on loopback, with its data in a directory that is gone when it is closed. */
public final class EtcdProcess implements AutoCloseable {
  private static final Duration START = Duration.ofSeconds(30);

  private final Path directory;
  private final List<String> command;
  private final URI url;
  private final URI health;
  private Process process;

  private EtcdProcess(Path directory, List<String> command, URI url, URI health)
      throws IOException {
    this.directory = directory;
    this.command = command;
    this.url = url;
    this.health = health;
    this.process = launch();
  }

  /**
   * Starts one, and returns once it answers.
   *
   * @param flags more of etcd's own
   */
  public static EtcdProcess start(String... flags) {
    EtcdProcess etcd = launch(NetworkPlace.HERE, "alone", peer(), "http", List.of(flags));
    etcd.awaitHealthy();
    return etcd;
  }

  /** The same, for clients that come to an address of this machine. */
  public static EtcdProcess at(String address) {
    EtcdProcess etcd =
        launch(new NetworkPlace(address, List.of()), "alone", peer(), "http", List.of());
    etcd.awaitHealthy();
    return etcd;
  }

  /** One of several, which answers once most of them run. */
  static EtcdProcess member(
      NetworkPlace place, String name, URI peer, String cluster, List<String> flags) {
    List<String> all = new ArrayList<>(flags);
    all.add("--initial-cluster=" + cluster);
    return launch(place, name, peer, "http", all);
  }

  private static URI peer() {
    return URI.create("http://127.0.0.1:" + freePort());
  }

  /** One that speaks TLS, and only with clients that show a certificate of this authority. */
  public static EtcdProcess secured(Path authority, Path certificate, Path key) {
    EtcdProcess etcd =
        launch(
            NetworkPlace.HERE,
            "alone",
            peer(),
            "https",
            List.of(
                "--client-cert-auth",
                "--trusted-ca-file=" + authority,
                "--cert-file=" + certificate,
                "--key-file=" + key));
    etcd.awaitHealthy();
    return etcd;
  }

  private static EtcdProcess launch(
      NetworkPlace place, String name, URI peer, String scheme, List<String> flags) {
    try {
      Path directory = Files.createTempDirectory("etcd");
      URI client = URI.create(scheme + "://" + place.address() + ":" + freePort());
      URI health = URI.create("http://" + place.address() + ":" + freePort());
      List<String> command =
          new ArrayList<>(
              List.of(
                  "etcd",
                  "--name=" + name,
                  "--data-dir=" + directory.resolve("data"),
                  "--listen-client-urls=" + client,
                  "--advertise-client-urls=" + client,
                  "--listen-metrics-urls=" + health,
                  "--listen-peer-urls=" + peer,
                  "--initial-advertise-peer-urls=" + peer,
                  "--initial-cluster=" + name + "=" + peer,
                  "--log-level=warn"));
      command.addAll(flags);
      return new EtcdProcess(directory, place.command(command), client, health);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Process launch() throws IOException {
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(directory.resolve("log").toFile()))
        .start();
  }

  /**
   * One that is free now, and none that the system gives to clients: it would be taken while an
   * etcd is down that comes back to it.
   */
  static int freePort() {
    while (true) {
      int port = ThreadLocalRandom.current().nextInt(15_000, 32_000);
      try (ServerSocket socket = new ServerSocket()) {
        socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        return port;
      } catch (IOException e) {
        // somebody has it
      }
    }
  }

  /** Where clients find it. */
  public URI url() {
    return url;
  }

  /** Where its files are. */
  public Path data() {
    return directory.resolve("data");
  }

  /** Its process, as long as it is not started again. */
  public long pid() {
    return process.pid();
  }

  /** Whether it believes to be the leader; false if it does not answer. */
  public boolean leads() {
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpRequest metrics =
          HttpRequest.newBuilder(health.resolve("/metrics")).timeout(Duration.ofSeconds(1)).build();
      return client
          .send(metrics, BodyHandlers.ofString())
          .body()
          .contains("\netcd_server_is_leader 1\n");
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** What etcdctl prints. */
  public String ctl(String... words) {
    List<String> all = new ArrayList<>(List.of("env", "ETCDCTL_API=3", "etcdctl"));
    all.add("--endpoints=" + url);
    all.addAll(List.of(words));
    return HostCommand.run(all.toArray(String[]::new));
  }

  /** Ends it at once, as a crash would. */
  public void kill() {
    process.destroyForcibly();
    process.onExit().join();
  }

  /** Starts it again on the same data and ports. */
  public void restart() {
    relaunch();
    awaitHealthy();
  }

  /** The same without waiting: one of several does not answer before most of them run. */
  public void relaunch() {
    try {
      process = launch();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Stops the process where it is (SIGSTOP). */
  public void freeze() {
    HostCommand.run("kill", "-STOP", Long.toString(process.pid()));
  }

  /** Lets it go on (SIGCONT). */
  public void thaw() {
    HostCommand.run("kill", "-CONT", Long.toString(process.pid()));
  }

  /** Returns once it answers. */
  public void awaitHealthy() {
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpRequest request =
          HttpRequest.newBuilder(health.resolve("/health")).timeout(Duration.ofSeconds(2)).build();
      long until = System.nanoTime() + START.toNanos();
      while (!healthy(client, request)) {
        if (System.nanoTime() > until || !process.isAlive()) {
          throw new AssertionError("etcd did not start:\n" + Files.readString(log()));
        }
        Thread.sleep(20);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private Path log() {
    return directory.resolve("log");
  }

  private static boolean healthy(HttpClient client, HttpRequest health)
      throws InterruptedException {
    try {
      return client.send(health, BodyHandlers.ofString()).body().contains("true");
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public void close() {
    try {
      process.destroyForcibly();
      process.waitFor(10, TimeUnit.SECONDS);
      try (Stream<Path> all = Files.walk(directory)) {
        for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.deleteIfExists(path);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
