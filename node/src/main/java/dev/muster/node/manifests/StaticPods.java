package dev.muster.node.manifests;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.api.ApiClient;
import dev.muster.model.scheme.Kind;
import dev.muster.node.pods.PodWorkers;
import dev.muster.node.podspec.Pod;
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
  private final PodWorkers workers;
  private final ApiClient client;
  private final Supplier<ObjectNode> node;
  private final InstantSource clock;
  private final WatchService watch;
  private final Thread thread;

  private final Map<Path, String> complaints = new HashMap<>();

  /** By uid. */
  private volatile Map<String, Pod> pods = Map.of();

  private StaticPods(
      Path folder,
      ManifestReader manifests,
      PodWorkers workers,
      ApiClient client,
      Supplier<ObjectNode> node,
      InstantSource clock)
      throws IOException {
    this.folder = folder;
    this.manifests = manifests;
    this.workers = workers;
    this.client = client;
    this.node = node;
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
      PodWorkers workers,
      ApiClient client,
      Supplier<ObjectNode> node,
      InstantSource clock)
      throws IOException {
    Files.createDirectories(folder);
    StaticPods pods =
        new StaticPods(folder, new ManifestReader(kind, nodeName), workers, client, node, clock);
    folder.register(
        pods.watch,
        StandardWatchEventKinds.ENTRY_CREATE,
        StandardWatchEventKinds.ENTRY_MODIFY,
        StandardWatchEventKinds.ENTRY_DELETE);
    pods.look();
    workers.onMirrorLost(() -> Thread.ofVirtual().start(pods::mirror));
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
            deleteMirror(pod);
          }
        });
    found.forEach(
        (uid, pod) -> {
          if (!before.containsKey(uid)) {
            workers.put(pod);
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
    for (Pod picture : workers.mirrors()) {
      if (!keys.contains(picture.key())) {
        deleteMirror(picture);
        all = false;
      }
    }
    for (Pod pod : now.values()) {
      Optional<Pod> shown = workers.mirror(pod);
      if (shown.isEmpty()) {
        all &= createOrLog(pod);
      } else if (shown.get().isDeleted() || !shown.get().annotation(Pod.MIRROR).equals(pod.uid())) {
        // its end is heard of, and another one made
        deleteMirror(pod);
        all = false;
      }
    }
    return all;
  }

  private boolean createOrLog(Pod pod) {
    try {
      create(pod);
      return true;
    } catch (IOException e) {
      LOG.debug("mirror pod not made: pod={}: {}", pod.key(), e.getMessage());
      return false;
    }
  }

  private void create(Pod pod) throws IOException {
    ObjectNode tree = pod.tree().deepCopy();
    ObjectNode metadata = (ObjectNode) tree.get("metadata");
    metadata.remove("uid");
    metadata.withObject("/annotations").put(Pod.MIRROR, pod.uid());
    String uid = node.get().path("metadata").path("uid").asText();
    if (!uid.isEmpty()) {
      metadata
          .putArray("ownerReferences")
          .addObject()
          .put("apiVersion", "v1")
          .put("kind", "Node")
          .put("name", node.get().path("metadata").path("name").asText())
          .put("uid", uid)
          .put("controller", true);
    }
    tree.remove("status");
    client.create("/api/v1/namespaces/" + pod.namespace() + "/pods", tree);
  }

  private void deleteMirror(Pod pod) {
    ObjectNode options = JsonNodeFactory.instance.objectNode();
    options.put("kind", "DeleteOptions").put("apiVersion", "v1").put("gracePeriodSeconds", 0L);
    try {
      client.delete(path(pod), options);
    } catch (IOException e) {
      LOG.debug("mirror pod not deleted: pod={}: {}", pod.key(), e.getMessage());
    }
  }

  private static String path(Pod pod) {
    return "/api/v1/namespaces/" + pod.namespace() + "/pods/" + pod.name();
  }

  @Override
  public void close() throws IOException {
    watch.close();
    thread.interrupt();
  }
}
