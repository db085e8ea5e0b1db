package dev.muster.volumes;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.linux.DirectoryTrees;
import dev.muster.linux.DiskUsage;
import dev.muster.linux.DiskUsageMeter;
import dev.muster.linux.Fd;
import dev.muster.linux.Listing;
import dev.muster.linux.MountTable;
import dev.muster.linux.SyscallException;
import dev.muster.views.CoreV1.Container;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.CoreV1.Volume;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;

/**
 * The volumes of one node's pods, below {@code root/pods/UID}. Every method may be called again at
 * any time, also after a kill in the middle; each brings things to where they should be.
 */
public final class PodVolumes {
  /** How long a replaced version stays for those who had already looked up {@code ..data}. */
  private static final Duration GRACE = Duration.ofSeconds(10);

  private final Path root;
  private final PayloadVolumes payloads;
  private final Sources sources;
  private final DiskUsageMeter meter = new DiskUsageMeter();
  private final Map<String, ReentrantLock> locks = new ConcurrentHashMap<>();

  /**
   * Volumes of pods below one directory.
   *
   * @param owners whether the feature gate AtomicWriteVolumeUserFields is on
   */
  public PodVolumes(Path root, Sources sources, boolean owners) {
    this(root, sources, owners, Clock.systemUTC(), GRACE);
  }

  PodVolumes(Path root, Sources sources, boolean owners, Clock clock, Duration grace) {
    this.root = root.toAbsolutePath().normalize();
    this.sources = sources;
    this.payloads = new PayloadVolumes(sources, owners, clock, grace);
  }

  /**
   * Makes all volumes of a pod what they should be now. To be called before its containers start,
   * and whenever the pod, an object of {@link VolumeReferences} or a token has changed.
   */
  public SetUp setUp(JsonNode pod) {
    PodDirectories directories = directories(pod);
    Set<String> changed = new HashSet<>();
    List<VolumeFailure> failures = new ArrayList<>();
    ReentrantLock lock = lock(directories.uid());
    lock.lock();
    try {
      Pod view = Pod.of(pod);
      for (Volume volume : view.spec().volumes()) {
        String name = volume.name().text();
        try {
          if (setUp(view, volume, name, directories)) {
            changed.add(name);
          }
        } catch (VolumeException | SyscallException | IllegalArgumentException e) {
          failures.add(new VolumeFailure(name, String.valueOf(e.getMessage())));
        }
      }
    } finally {
      lock.unlock();
    }
    return new SetUp(changed, failures);
  }

  private boolean setUp(Pod pod, Volume volume, String name, PodDirectories directories)
      throws VolumeException, SyscallException {
    if (volume.image().present()) {
      return false;
    }
    VolumeType type =
        VolumeType.of(volume)
            .orElseThrow(() -> new VolumeException("this node has no such type of volume"));
    Path directory = directories.volume(type, name);
    switch (type) {
      case SECRET, CONFIG_MAP, DOWNWARD_API, PROJECTED -> {
        boolean changed = payloads.setUp(pod, volume, type, directory);
        if (changed) {
          sweepLater(directories.uid(), type, directory);
        }
        return changed;
      }
      case EMPTY_DIR ->
          EmptyDirs.setUp(
              pod,
              volume.emptyDir(),
              directory,
              directories.ready(type, name),
              sources.allocatable());
      case HOST_PATH -> HostPaths.check(volume.hostPath());
    }
    return false;
  }

  private void sweepLater(String uid, VolumeType type, Path directory) {
    Thread.ofVirtual()
        .name("volume-sweep")
        .start(
            () -> {
              try {
                Thread.sleep(payloads.grace());
              } catch (InterruptedException e) {
                return;
              }
              ReentrantLock lock = lock(uid);
              lock.lock();
              try {
                payloads.sweep(type, directory);
              } finally {
                lock.unlock();
              }
            });
  }

  /**
   * The mounts of a container whose pod is set up, with sub-paths bound; volumes of images are the
   * runtime's. {@code environment} is the container's, for {@code subPathExpr}. A failure is the
   * container's {@code CreateContainerConfigError}.
   */
  public List<ContainerMount> mounts(
      JsonNode pod, JsonNode container, Map<String, String> environment) throws VolumeException {
    PodDirectories directories = directories(pod);
    ReentrantLock lock = lock(directories.uid());
    lock.lock();
    try {
      return new ContainerMounts(Pod.of(pod), directories).of(Container.of(container), environment);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Where a container that runs sees old content of volumes that have changed: mounts with a
   * sub-path show what they showed when it started.
   */
  public List<String> outdated(JsonNode pod, JsonNode container, Set<String> changed) {
    return new OutdatedMounts(Pod.of(pod), directories(pod)).of(Container.of(container), changed);
  }

  /** What those volumes of a pod take that it can fill, by their names. */
  public Map<String, DiskUsage> usage(JsonNode pod) {
    PodDirectories directories = directories(pod);
    Map<String, DiskUsage> usage = new LinkedHashMap<>();
    for (Volume volume : Pod.of(pod).spec().volumes()) {
      if (volume.emptyDir().present()) {
        String name = volume.name().text();
        usage.put(name, meter.of(directories.volume(VolumeType.EMPTY_DIR, name)));
      }
    }
    return usage;
  }

  /**
   * Removes a pod's volumes and every mount in its directory, and the directory if nothing else is
   * in it. Its containers have ended before.
   */
  public void tearDown(String uid) throws IOException {
    PodDirectories directories = new PodDirectories(root, uid);
    ReentrantLock lock = lock(uid);
    lock.lock();
    try {
      for (String target : MountTable.atOrBelow(directories.pod())) {
        Unmounting.detachAll(target);
      }
      if (Files.isDirectory(directories.pod(), LinkOption.NOFOLLOW_LINKS)) {
        try (Fd pod = Fd.directory(directories.pod())) {
          for (String own : PodDirectories.OWN) {
            DirectoryTrees.remove(pod, own);
          }
        }
        removeIfEmpty(directories.pod());
      }
      locks.remove(uid);
    } finally {
      lock.unlock();
    }
  }

  /** What others keep of the pod beside its volumes is theirs to remove. */
  private static void removeIfEmpty(Path directory) throws IOException {
    try {
      Files.deleteIfExists(directory);
    } catch (DirectoryNotEmptyException e) {
      return;
    }
  }

  /** The pods that have a directory here, also those of earlier runs. */
  public Set<String> podUids() throws IOException {
    Path pods = PodDirectories.pods(root);
    if (!Files.isDirectory(pods)) {
      return Set.of();
    }
    try (Fd open = Fd.directory(pods)) {
      return Listing.of(open).stream().filter(PodDirectories::isUid).collect(Collectors.toSet());
    }
  }

  private PodDirectories directories(JsonNode pod) {
    return new PodDirectories(root, Pod.of(pod).metadata().uid().text());
  }

  private ReentrantLock lock(String uid) {
    return locks.computeIfAbsent(uid, key -> new ReentrantLock());
  }
}
