package dev.muster.runtime.oci;

import dev.muster.cri.v1.ContainerConfig;
import dev.muster.identity.ProcessIdentity;
import dev.muster.runtime.images.ImageConfig;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Everything a container's specification is made of.
 *
 * @param cgroup its path below the hierarchies, or {@code slice:prefix:name} for systemd
 * @param targetPid file that shows the PID namespace of the container it joins
 * @param imageMounts where the images that the request mounts are unpacked, by container path
 */
public record ContainerPlan(
    String id,
    ContainerConfig config,
    PodPlace pod,
    ImageConfig image,
    ProcessIdentity identity,
    Path root,
    String cgroup,
    Optional<Path> targetPid,
    Map<String, Path> imageMounts,
    Map<String, String> annotations,
    Host host,
    HostFiles files) {
  public ContainerPlan {
    imageMounts = Collections.unmodifiableMap(new HashMap<>(imageMounts));
    annotations = Collections.unmodifiableMap(new HashMap<>(annotations));
  }

  boolean privileged() {
    return config.getLinux().getSecurityContext().getPrivileged();
  }
}
