package dev.muster.runtime.oci;

import dev.muster.cri.v1.IDMapping;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What a container takes over from its sandbox.
 *
 * @param hostname its own, or the node's
 * @param network file that shows the namespace; empty for the node's, and so for the others
 * @param shm what becomes /dev/shm
 * @param files directory with the sandbox's hostname, hosts and resolv.conf
 * @param users the sandbox's user namespace; empty for the node's
 */
public record PodPlace(
    String hostname,
    Optional<Path> network,
    Optional<Path> ipc,
    Optional<Path> uts,
    Optional<Path> pid,
    Optional<Path> users,
    List<IDMapping> uids,
    List<IDMapping> gids,
    Path shm,
    Path files,
    boolean privileged) {
  public PodPlace {
    uids = List.copyOf(uids);
    gids = List.copyOf(gids);
  }
}
