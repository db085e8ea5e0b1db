package dev.muster.testing;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/** Real etcd processes on loopback that make one cluster. */
public final class EtcdCluster implements AutoCloseable {
  private final List<EtcdProcess> members = new ArrayList<>();

  private EtcdCluster() {}

  /** Starts so many members, and returns once each answers. */
  public static EtcdCluster start(int size) {
    List<URI> peers = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      peers.add(URI.create("http://127.0.0.1:" + EtcdProcess.freePort()));
      names.add("m" + i + "=" + peers.get(i));
    }
    EtcdCluster cluster = new EtcdCluster();
    for (int i = 0; i < size; i++) {
      cluster.members.add(EtcdProcess.member("m" + i, peers.get(i), String.join(",", names)));
    }
    cluster.members.forEach(EtcdProcess::awaitHealthy);
    return cluster;
  }

  /** Its members, in the order of their names. */
  public List<EtcdProcess> members() {
    return members;
  }

  /** Where clients find them. */
  public List<URI> urls() {
    return members.stream().map(EtcdProcess::url).toList();
  }

  @Override
  public void close() {
    members.forEach(EtcdProcess::close);
  }
}
