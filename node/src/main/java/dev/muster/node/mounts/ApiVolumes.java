package dev.muster.node.mounts;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.client.api.ApiClient;
import dev.muster.cri.v1.Mount;
import dev.muster.cri.v1.MountPropagation;
import dev.muster.linux.DiskUsage;
import dev.muster.node.pods.MountedVolumes;
import dev.muster.views.ContainerSpec;
import dev.muster.views.CoreV1.Pod;
import dev.muster.volumes.ContainerMount;
import dev.muster.volumes.PodVolumes;
import dev.muster.volumes.SetUp;
import dev.muster.volumes.VolumeException;
import dev.muster.volumes.VolumeReferences;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Pods' volumes, from the API server's objects; set up again when one of these changes. */
public final class ApiVolumes implements MountedVolumes, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ApiVolumes.class);

  private final WatchedObjects objects;
  private final Tokens tokens;
  private final PodVolumes volumes;

  /**
   * @param root of pods' files
   * @param fileOwners whether the feature gate AtomicWriteVolumeUserFields is on
   * @param changed told the uid of each pod whose volumes are to be prepared again
   */
  public ApiVolumes(
      Path root,
      boolean fileOwners,
      ApiClient client,
      Supplier<JsonNode> allocatable,
      InstantSource clock,
      Consumer<String> changed) {
    this.objects = new WatchedObjects(client, changed);
    this.tokens = new Tokens(client, clock);
    this.volumes =
        new PodVolumes(root, new ApiSources(client, objects, tokens, allocatable), fileOwners);
  }

  @Override
  public Set<String> prepare(Pod pod) throws Problem {
    VolumeReferences references = VolumeReferences.of(pod.tree());
    Set<WatchedObjects.Key> keys = new HashSet<>();
    references
        .secrets()
        .forEach(name -> keys.add(new WatchedObjects.Key("secrets", pod.namespace(), name)));
    references
        .configMaps()
        .forEach(name -> keys.add(new WatchedObjects.Key("configmaps", pod.namespace(), name)));
    objects.use(pod.uid(), keys);
    SetUp result = volumes.setUp(pod.tree());
    if (!result.complete()) {
      throw new Problem(result.failures().getFirst().message());
    }
    return result.changed();
  }

  @Override
  public List<String> outdated(Pod pod, ContainerSpec container, Set<String> changed) {
    return volumes.outdated(pod.tree(), container.tree(), changed);
  }

  @Override
  public Map<String, DiskUsage> usage(Pod pod) {
    return volumes.usage(pod.tree());
  }

  @Override
  public Set<String> uids() {
    try {
      return volumes.podUids();
    } catch (IOException e) {
      LOG.warn("volumes not listed: {}", e.toString());
      return Set.of();
    }
  }

  @Override
  public List<Mount> mounts(Pod pod, ContainerSpec container, Map<String, String> environment)
      throws Problem {
    try {
      return volumes.mounts(pod.tree(), container.tree(), environment).stream()
          .map(ApiVolumes::mount)
          .toList();
    } catch (VolumeException e) {
      throw new Problem(String.valueOf(e.getMessage()));
    }
  }

  private static Mount mount(ContainerMount mount) {
    return Mount.newBuilder()
        .setContainerPath(mount.containerPath())
        .setHostPath(mount.hostPath().toString())
        .setReadonly(mount.readOnly())
        .setRecursiveReadOnly(mount.recursiveReadOnly() == ContainerMount.RecursiveReadOnly.ENABLED)
        .setPropagation(
            switch (mount.propagation()) {
              case NONE -> MountPropagation.PROPAGATION_PRIVATE;
              case HOST_TO_CONTAINER -> MountPropagation.PROPAGATION_HOST_TO_CONTAINER;
              case BIDIRECTIONAL -> MountPropagation.PROPAGATION_BIDIRECTIONAL;
            })
        .build();
  }

  @Override
  public void release(String uid) {
    objects.use(uid, Set.of());
    tokens.forget(uid);
    try {
      volumes.tearDown(uid);
    } catch (IOException e) {
      LOG.warn("volumes left behind: pod={}: {}", uid, e.toString());
    }
  }

  @Override
  public void close() {
    objects.close();
  }
}
