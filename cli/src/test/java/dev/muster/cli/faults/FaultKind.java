package dev.muster.cli.faults;

import dev.muster.testing.EtcdProcess;
import dev.muster.testing.NetworkPlace;
import java.util.List;
import java.util.Random;
import java.util.function.BiFunction;

/** What can go wrong. */
enum FaultKind {
  KILLED_ETCD("SIGKILL of an etcd", (c, r) -> killed(c, c.anyEtcd(r))),
  STOPPED_ETCD("SIGSTOP of an etcd", (c, r) -> stopped(c, c.anyEtcd(r))),
  KILLED_LEADER("SIGKILL of the etcd leader", (c, r) -> killed(c, c.leader())),
  STOPPED_LEADER("SIGSTOP of the etcd leader", (c, r) -> stopped(c, c.leader())),
  CUT_LEADER("the etcd leader cut off from the others", (c, r) -> cutLeader(c)),
  KILLED_MAJORITY("SIGKILL of two etcds", FaultKind::killedMajority),
  KILLED_SERVER("SIGKILL of a server", FaultKind::killedServer),
  STOPPED_SERVER("SIGSTOP of a server", FaultKind::stoppedServer),
  CUT_SERVER("a server cut off from etcd", (c, r) -> cutServer(c, r, c.etcdPlaces())),
  CUT_FROM_ONE("a server cut off from one etcd", FaultKind::cutFromOne),
  FULL("a full quota", (c, r) -> FullQuota.inject(c)),
  SLOW_DISK("a slow disk", FaultKind::slowDisk),
  CLOCK("a clock set ahead", FaultKind::clock),
  KILLED_ALL("SIGKILL of everything", (c, r) -> killedAll(c));

  private final String title;
  private final BiFunction<FaultCluster, Random, Injected> injection;

  FaultKind(String title, BiFunction<FaultCluster, Random, Injected> injection) {
    this.title = title;
    this.injection = injection;
  }

  String title() {
    return title;
  }

  Injected inject(FaultCluster cluster, Random random) {
    return injection.apply(cluster, random);
  }

  private static Injected killed(FaultCluster cluster, EtcdProcess member) {
    member.kill();
    return new Injected("SIGKILL of etcd " + cluster.name(member), true, member::relaunch);
  }

  private static Injected stopped(FaultCluster cluster, EtcdProcess member) {
    member.freeze();
    return new Injected("SIGSTOP of etcd " + cluster.name(member), true, member::thaw);
  }

  private static Injected cutLeader(FaultCluster cluster) {
    EtcdProcess leader = cluster.leader();
    NetworkPlace place = cluster.place(leader);
    List<NetworkPlace> others =
        cluster.etcdPlaces().stream().filter(other -> !other.equals(place)).toList();
    cluster.network().cut(place, others);
    return new Injected(
        "the leader, " + cluster.name(leader) + ", cut off from the other etcds",
        true,
        () -> cluster.network().mend(place));
  }

  private static Injected killedMajority(FaultCluster cluster, Random random) {
    EtcdProcess left = cluster.anyEtcd(random);
    cluster.etcdsBut(left).forEach(EtcdProcess::kill);
    return new Injected(
        "SIGKILL of all etcds but " + cluster.name(left),
        false,
        () -> cluster.etcdsBut(left).forEach(EtcdProcess::relaunch));
  }

  private static Injected killedServer(FaultCluster cluster, Random random) {
    ServerProcess server = cluster.anyServer(random);
    server.kill();
    return new Injected("SIGKILL of server " + server.name(), true, server::restart);
  }

  private static Injected stoppedServer(FaultCluster cluster, Random random) {
    ServerProcess server = cluster.anyServer(random);
    server.freeze();
    return new Injected("SIGSTOP of server " + server.name(), true, server::thaw);
  }

  private static Injected cutFromOne(FaultCluster cluster, Random random) {
    return cutServer(cluster, random, List.of(cluster.place(cluster.anyEtcd(random))));
  }

  private static Injected cutServer(FaultCluster cluster, Random random, List<NetworkPlace> etcds) {
    ServerProcess server = cluster.anyServer(random);
    cluster.network().cut(server.place(), etcds);
    return new Injected(
        "server " + server.name() + " cut off from " + etcds.size() + " of 3 etcds",
        true,
        () -> cluster.network().mend(server.place()));
  }

  private static Injected slowDisk(FaultCluster cluster, Random random) {
    List<EtcdProcess> slow = random.nextBoolean() ? List.of(cluster.leader()) : cluster.etcds();
    int millis = 20 + random.nextInt(180);
    List<SlowDisk> disks = slow.stream().map(member -> SlowDisk.of(member.pid(), millis)).toList();
    return new Injected(
        "every fsync of " + slow.size() + " etcds takes " + millis + " ms more",
        true,
        () -> disks.forEach(SlowDisk::close));
  }

  private static Injected clock(FaultCluster cluster, Random random) {
    ServerProcess server = cluster.anyServer(random);
    String ahead = List.of("+90", "+2h", "+1d", "+300d").get(random.nextInt(4));
    server.clock(ahead);
    return new Injected(
        "the clock of server " + server.name() + " set to " + ahead,
        true,
        () -> server.clock("+0"));
  }

  private static Injected killedAll(FaultCluster cluster) {
    cluster.etcds().forEach(EtcdProcess::kill);
    cluster.servers().forEach(ServerProcess::kill);
    return new Injected(
        "SIGKILL of all etcds and servers",
        false,
        () -> {
          cluster.etcds().forEach(EtcdProcess::relaunch);
          cluster.etcds().forEach(EtcdProcess::awaitHealthy);
          cluster.servers().forEach(ServerProcess::restart);
        });
  }
}
