package dev.muster.testing;

import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Real etcd processes that make one cluster. */
public final class EtcdCluster implements AutoCloseable {
  private final List<EtcdProcess> members = new ArrayList<>();

  private EtcdCluster() {}

  /** Starts so many members on loopback, and returns once each answers. */
  public static EtcdCluster start(int size) {
    return start(Collections.nCopies(size, NetworkPlace.HERE));
  }

  /**
   * Starts a member at each place.
   *
   * @param flags more of etcd's own, for each of them
   */
  public static EtcdCluster start(List<NetworkPlace> places, String... flags) {
    List<URI> peers = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (NetworkPlace place : places) {
      URI peer = URI.create("http://" + place.address() + ":" + EtcdProcess.freePort());
      names.add("m" + peers.size() + "=" + peer);
      peers.add(peer);
    }
    EtcdCluster cluster = new EtcdCluster();
    for (int i = 0; i < places.size(); i++) {
      cluster.members.add(
          EtcdProcess.member(
              places.get(i), "m" + i, peers.get(i), String.join(",", names), List.of(flags)));
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
