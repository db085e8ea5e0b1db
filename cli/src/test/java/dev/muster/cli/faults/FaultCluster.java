package dev.muster.cli.faults;

import dev.muster.base.Closing;
import dev.muster.testing.Await;
import dev.muster.testing.EtcdCluster;
import dev.muster.testing.EtcdProcess;
import dev.muster.testing.HostCommand;
import dev.muster.testing.NamespaceNetwork;
import dev.muster.testing.NetworkPlace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;

/** Three etcds and two API servers, each in a network namespace of its own. */
final class FaultCluster implements AutoCloseable {
  static final String ADMIN = "admin-token";

  /** Users without any right but by a binding of their name, which is their token, too. */
  static final List<String> LIMITED = List.of("alice", "bob");

  /** History of some minutes fits into it; what fills it does not take long to write. */
  private static final int QUOTA = 64 << 20;

  private static final int ETCDS = 3;

  private final Closing parts = new Closing();
  private final NamespaceNetwork network;
  private final List<NetworkPlace> etcdPlaces;
  private final EtcdCluster etcd;
  private final List<ServerProcess> servers = new ArrayList<>();
  private final EtcdLog log = new EtcdLog();

  /**
   * @param directory for what is left behind
   */
  FaultCluster(Path directory) throws IOException {
    boolean started = false;
    try {
      network = parts.add(NamespaceNetwork.create(ETCDS + 2));
      etcdPlaces = network.places().subList(0, ETCDS);
      etcd = parts.add(EtcdCluster.start(etcdPlaces, "--quota-backend-bytes=" + QUOTA));
      startServers(directory);
      started = true;
    } finally {
      if (!started) {
        close();
      }
    }
  }

  private void startServers(Path directory) throws IOException {
    StringBuilder tokens = new StringBuilder(ADMIN + ",admin,0,system:masters\n");
    LIMITED.forEach(user -> tokens.append("%1$s,%1$s,%1$s\n".formatted(user)));
    Path file = Files.writeString(directory.resolve("tokens.csv"), tokens);
    List<String> urls = etcd.urls().stream().map(Object::toString).toList();
    List<String> flags =
        List.of("--token-auth-file=" + file, "--etcd-servers=" + String.join(",", urls));
    Path a = directory.resolve("a");
    Path b = directory.resolve("b");
    servers.add(start("a", network.places().get(ETCDS), a, flags));
    Files.createDirectories(b);
    HostCommand.run("cp", "-a", a.resolve("pki").toString(), b.resolve("pki").toString());
    servers.add(start("b", network.places().get(ETCDS + 1), b, flags));
  }

  private ServerProcess start(String name, NetworkPlace place, Path data, List<String> flags)
      throws IOException {
    return parts.add(new ServerProcess(name, place, data, flags));
  }

  /** Makes what the clients need; the revision after which they begin. */
  long prepare() {
    ServerConnection server = server(0);
    create(
        server,
        "/api/v1/namespaces",
        "{\"metadata\":{\"name\":\"" + FaultObjects.NAMESPACE + "\"}}");
    create(server, FaultObjects.roles(), FaultObjects.role());
    log.readOn(etcds().getFirst().url());
    return log.known();
  }

  private static void create(ServerConnection server, String path, String object) {
    ServerReply reply = server.send(ADMIN, "POST", path, "application/json", object);
    if (reply.code() != 201) {
      throw new AssertionError(path + " refuses " + object + ": " + reply);
    }
  }

  /** What happened; one thread at a time reads it. */
  EtcdLog log() {
    return log;
  }

  /** Up to which revision history is gone; 0 if there is all of it. */
  long compacted() {
    AtomicLong revision = new AtomicLong();
    try (EtcdGateway any = new EtcdGateway(etcds().getFirst().url())) {
      any.watch(
          "{\"key\":\"AA==\",\"range_end\":\"AA==\",\"start_revision\":1}",
          message -> {
            revision.set(message.path("compact_revision").asLong());
            return message.has("compact_revision") || message.has("events");
          });
    }
    return revision.get();
  }

  NamespaceNetwork network() {
    return network;
  }

  List<ServerProcess> servers() {
    return servers;
  }

  ServerConnection server(int number) {
    return servers.get(number % servers.size()).connection();
  }

  ServerProcess anyServer(Random random) {
    return servers.get(random.nextInt(servers.size()));
  }

  List<EtcdProcess> etcds() {
    return etcd.members();
  }

  EtcdProcess anyEtcd(Random random) {
    return etcds().get(random.nextInt(ETCDS));
  }

  EtcdProcess leader() {
    return Await.until(
            "there is a leader",
            () -> etcds().stream().filter(EtcdProcess::leads).findFirst(),
            found -> found.isPresent())
        .orElseThrow();
  }

  List<EtcdProcess> etcdsBut(EtcdProcess one) {
    return etcds().stream().filter(other -> other != one).toList();
  }

  NetworkPlace place(EtcdProcess member) {
    return etcdPlaces.get(etcds().indexOf(member));
  }

  List<NetworkPlace> etcdPlaces() {
    return etcdPlaces;
  }

  String name(EtcdProcess member) {
    return "m" + etcds().indexOf(member);
  }

  /** Returns once every etcd and every server says that it is well. */
  void awaitWell() {
    etcds().forEach(EtcdProcess::awaitHealthy);
    servers.forEach(ServerProcess::awaitReady);
  }

  @Override
  public void close() {
    parts.close();
  }
}
