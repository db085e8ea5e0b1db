package dev.muster.volumes;

import dev.muster.linux.Errno;
import dev.muster.linux.Fd;
import dev.muster.linux.OpenFlags;
import dev.muster.linux.Stat;
import dev.muster.linux.SyscallException;
import dev.muster.views.CoreV1.ConfigMapVolumeSource;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.CoreV1.ProjectedVolumeSource;
import dev.muster.views.CoreV1.SecretVolumeSource;
import dev.muster.views.CoreV1.Volume;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Volumes whose files the node writes: from a source to a payload to an atomic directory. */
final class PayloadVolumes {
  private static final Logger LOG = LoggerFactory.getLogger(PayloadVolumes.class);

  private final Sources sources;
  private final boolean owners;
  private final Clock clock;
  private final Duration grace;

  PayloadVolumes(Sources sources, boolean owners, Clock clock, Duration grace) {
    this.sources = sources;
    this.owners = owners;
    this.clock = clock;
    this.grace = grace;
  }

  Duration grace() {
    return grace;
  }

  /** Tells whether the files changed. Nothing is touched before the whole payload is known. */
  boolean setUp(Pod pod, Volume volume, VolumeType type, Path directory)
      throws VolumeException, SyscallException {
    String name = volume.name().text();
    Ownership ownership = Ownership.of(pod, name);
    SortedMap<String, PayloadFile> files = new TreeMap<>();
    payload(pod, type, volume).forEach((path, file) -> files.put(path, ownership.own(file)));
    try (Fd root = open(type, directory)) {
      NestedMountPoints.make(root, pod, name);
      Stat stat = root.stat();
      int mode = ownership.rootMode(stat.permissions());
      if (stat.gid() != ownership.group() || stat.permissions() != mode) {
        root.chown(-1, ownership.group());
        root.chmod(mode);
      }
      return new AtomicDirectory(root, ownership, clock, grace).write(files);
    }
  }

  private static Fd open(VolumeType type, Path directory) throws VolumeException, SyscallException {
    return type.inMemory()
        ? VolumeDirectories.inMemory(directory, 0)
        : VolumeDirectories.onDisk(directory);
  }

  private Map<String, ProjectedFile> payload(Pod pod, VolumeType type, Volume volume)
      throws VolumeException {
    String namespace = pod.metadata().namespace().text();
    FileDefaults defaults = FileDefaults.of(new ProjectedVolumeSource(type.source(volume)), owners);
    return switch (type) {
      case SECRET -> {
        SecretVolumeSource secret = volume.secret();
        yield new KeyPayload(secret.items(), secret.optional().truth(), defaults)
            .secret(sources, namespace, secret.secretName().text());
      }
      case CONFIG_MAP -> {
        ConfigMapVolumeSource map = volume.configMap();
        yield new KeyPayload(map.items(), map.optional().truth(), defaults)
            .configMap(sources, namespace, map.name().text());
      }
      case DOWNWARD_API ->
          DownwardPayload.of(pod, volume.downwardAPI().items(), defaults, sources.allocatable());
      case PROJECTED -> new ProjectedPayload(sources, pod, defaults).of(volume.projected());
      case EMPTY_DIR, HOST_PATH -> throw new IllegalArgumentException("no payload: " + type);
    };
  }

  /** Removes versions whose time is over; a volume that is gone needs none of it. */
  void sweep(VolumeType type, Path directory) {
    try (Fd root = Fd.open(directory, OpenFlags.READ | OpenFlags.DIRECTORY | OpenFlags.NO_FOLLOW)) {
      new AtomicDirectory(root, new Ownership(-1, false, -1, -1), clock, grace).sweep();
    } catch (SyscallException e) {
      if (e.errno() != Errno.ENOENT) {
        LOG.warn(
            "old version left for later volume={} type={}: {}", directory, type, e.getMessage());
      }
    }
  }
}
