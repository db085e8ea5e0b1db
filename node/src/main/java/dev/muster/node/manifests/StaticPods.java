package dev.muster.node.manifests;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.api.ApiClient;
import dev.muster.model.scheme.Kind;
import dev.muster.node.pods.MirrorPods;
import dev.muster.node.pods.PodIntake;
import dev.muster.node.pods.PodWorkers;
import dev.muster.views.CoreV1.Pod;
import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps workers and mirror pods in line with a folder. */
public final class StaticPods implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(StaticPods.class);
  private static final long LOOK_SECONDS = 20;
  private static final long RETRY_SECONDS = 1;

  private final Path folder;
  private final ManifestReader manifests;
  private final PodIntake intake;
  private final PodWorkers workers;
  private final MirrorPods mirrors;
  private final MirrorWrites writes;
  private final InstantSource clock;
  private final WatchService watch;
  private final Thread thread;

  private final Map<Path, String> complaints = new HashMap<>();

  /** By uid. */
  private volatile Map<String, Pod> pods = Map.of();

  private StaticPods(
      Path folder,
      ManifestReader manifests,
      PodIntake intake,
      PodWorkers workers,
      MirrorPods mirrors,
      MirrorWrites writes,
      InstantSource clock)
      throws IOException {
    this.folder = folder;
    this.manifests = manifests;
    this.intake = intake;
    this.workers = workers;
    this.mirrors = mirrors;
    this.writes = writes;
    this.clock = clock;
    this.watch = folder.getFileSystem().newWatchService();
    this.thread = Thread.ofPlatform().daemon().name("static-pods").unstarted(this::run);
  }

  /**
   * Returns when the workers know of all pods that are there.
   *
   * @param kind of pods, for defaults
   * @param node the node as the API server knows it
   * @throws IOException when the folder cannot be watched
   */
  public static StaticPods start(
      Path folder,
      Kind kind,
      String nodeName,
      PodIntake intake,
      PodWorkers workers,
      MirrorPods mirrors,
      ApiClient client,
      Supplier<ObjectNode> node,
      InstantSource clock)
      throws IOException {
    Files.createDirectories(folder);
    StaticPods pods =
        new StaticPods(
            folder,
            new ManifestReader(kind, nodeName),
            intake,
            workers,
            mirrors,
            new MirrorWrites(client, node),
            clock);
    folder.register(
        pods.watch,
        StandardWatchEventKinds.ENTRY_CREATE,
        StandardWatchEventKinds.ENTRY_MODIFY,
        StandardWatchEventKinds.ENTRY_DELETE);
    pods.look();
    mirrors.onLost(() -> Thread.ofVirtual().start(pods::mirror));
    pods.thread.start();
    return pods;
  }

  private void run() {
    try {
      while (true) {
        boolean all = mirror();
        @Nullable WatchKey key = watch.poll(all ? LOOK_SECONDS : RETRY_SECONDS, TimeUnit.SECONDS);
        if (key != null) {
          key.pollEvents();
          key.reset();
        }
        look();
      }
    } catch (InterruptedException | ClosedWatchServiceException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void look() {
    Map<String, Pod> found = new LinkedHashMap<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "[!.]*")) {
      for (Path file : files) {
        try {
          if (Files.isRegularFile(file)) {
            Pod pod = manifests.read(file, clock.instant());
            found.put(pod.uid(), pods.getOrDefault(pod.uid(), pod));
          }
        } catch (IOException | RuntimeException e) {
          complain(file, String.valueOf(e.getMessage()));
        }
      }
    } catch (IOException e) {
      LOG.warn("manifests not read: {}: {}", folder, e.toString());
      return;
    }
    Map<String, Pod> before = pods;
    // first, so that no picture is made of what is going
    pods = found;
    before.forEach(
        (uid, pod) -> {
          if (!found.containsKey(uid)) {
            workers.remove(uid);
            writes.delete(pod);
          }
        });
    found.forEach(
        (uid, pod) -> {
          if (!before.containsKey(uid)) {
            intake.put(pod);
          }
        });
  }

  /** Once for each problem that a file has. */
  private void complain(Path file, String problem) {
    if (!problem.equals(complaints.put(file, problem))) {
      LOG.warn("manifest not used: {}: {}", file, problem);
    }
  }

  /**
   * Has a picture of each pod in the API and no others; what is missing is made, what is stale is
   * replaced. False if that could not be.
   */
  private synchronized boolean mirror() {
    boolean all = true;
    Map<String, Pod> now = pods;
    Set<String> keys = now.values().stream().map(Pod::key).collect(Collectors.toSet());
    for (Pod picture : mirrors.all()) {
      if (!keys.contains(picture.key())) {
        writes.delete(picture);
        all = false;
      }
    }
    for (Pod pod : now.values()) {
      Optional<Pod> shown = mirrors.of(pod);
      if (shown.isEmpty()) {
        all &= writes.create(pod);
      } else if (shown.get().isDeleted() || !shown.get().annotation(Pod.MIRROR).equals(pod.uid())) {
        // its end is heard of, and another one made
        writes.delete(pod);
        all = false;
      }
    }
    return all;
  }

  @Override
  public void close() throws IOException {
    watch.close();
    thread.interrupt();
  }
}
