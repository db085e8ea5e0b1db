package dev.muster.node.resize;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.linux.DurableFiles;
import dev.muster.node.containers.PodPaths;
import dev.muster.views.ContainerSpec;
import dev.muster.views.CoreV1.MutableContainer;
import dev.muster.views.CoreV1.MutablePod;
import dev.muster.views.CoreV1.MutablePodSpec;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.CoreV1.ResourceRequirements;
import dev.muster.views.StructListField;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What pods were granted, and what their containers were last given: a file in each pod's
 * directory, so that the next agent neither takes nor gives what was not decided. Thread-safe.
 */
public final class Allocations {
  private static final Logger LOG = LoggerFactory.getLogger(Allocations.class);
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String FILE = "resources";

  /**
   * @param allocated a container's {@code resources}, by its name
   * @param actuated its {@link ResizableResources}, by its name
   */
  private record Entry(Map<String, JsonNode> allocated, Map<String, ResizableResources> actuated) {
    private static Entry none() {
      return new Entry(new HashMap<>(), new HashMap<>());
    }
  }

  private final PodPaths paths;
  private final Map<String, Entry> byPod = new HashMap<>();

  public Allocations(PodPaths paths) {
    this.paths = paths;
  }

  /** Whether a container's resources can change while it runs. */
  public static boolean isResizable(ContainerSpec container) {
    return container.kind() == ContainerSpec.Kind.APP || container.isSidecar();
  }

  /** The pod with the resources that it was granted; itself if they are what it asks for. */
  public synchronized Pod allocated(Pod pod) {
    Map<String, JsonNode> granted = entry(pod.uid()).allocated();
    boolean differs =
        pod.allContainers().stream()
            .anyMatch(
                c -> granted.containsKey(c.name()) && !resources(c).equals(granted.get(c.name())));
    if (!differs) {
      return pod;
    }
    ObjectNode tree = pod.tree().deepCopy();
    MutablePodSpec spec = MutablePod.of(tree).spec().ensure();
    grant(spec.containers(), granted);
    grant(spec.initContainers(), granted);
    return Pod.of(tree);
  }

  private static void grant(
      StructListField<MutableContainer> containers, Map<String, JsonNode> granted) {
    for (MutableContainer each : containers.each()) {
      JsonNode grant = granted.get(each.name().text());
      if (grant != null) {
        each.resources().set(grant);
      }
    }
  }

  /**
   * The pod has what it asks for.
   *
   * @throws IOException when that cannot be written down; then it is not granted
   */
  public synchronized void allocate(Pod pod) throws IOException {
    Entry now = entry(pod.uid());
    Entry changed = new Entry(new HashMap<>(), now.actuated());
    pod.allContainers().stream()
        .filter(Allocations::isResizable)
        .forEach(c -> changed.allocated().put(c.name(), resources(c)));
    if (!changed.equals(now)) {
      write(pod.uid(), changed);
      byPod.put(pod.uid(), changed);
    }
  }

  private static JsonNode resources(ContainerSpec container) {
    ResourceRequirements resources = container.spec().resources();
    return resources.present() ? resources.tree() : JsonNodeFactory.instance.objectNode();
  }

  /** What a container was last given; empty if nobody remembers. */
  public synchronized Optional<ResizableResources> actuated(String uid, String container) {
    return Optional.ofNullable(entry(uid).actuated().get(container));
  }

  /** A container was given this: at its start, or by the runtime since. */
  public synchronized void actuate(String uid, String container, ResizableResources given) {
    Entry now = entry(uid);
    if (!given.equals(now.actuated().put(container, given))) {
      try {
        write(uid, now);
      } catch (IOException e) {
        // given again by the next agent, which changes nothing
        LOG.warn("resources not written down: pod={} problem={}", uid, e.toString());
      }
    }
  }

  /** The pod is gone. */
  public synchronized void forget(String uid) {
    byPod.remove(uid);
  }

  private Entry entry(String uid) {
    return byPod.computeIfAbsent(uid, this::read);
  }

  private Entry read(String uid) {
    Entry out = Entry.none();
    try {
      JsonNode content = JSON.readTree(Files.readAllBytes(paths.of(uid).resolve(FILE)));
      content
          .path("allocated")
          .properties()
          .forEach(each -> out.allocated().put(each.getKey(), each.getValue()));
      for (Map.Entry<String, JsonNode> each : content.path("actuated").properties()) {
        out.actuated()
            .put(each.getKey(), JSON.treeToValue(each.getValue(), ResizableResources.class));
      }
    } catch (NoSuchFileException e) {
      return out;
    } catch (IOException e) {
      LOG.warn("resources not read: pod={} problem={}", uid, e.toString());
      return Entry.none();
    }
    return out;
  }

  private void write(String uid, Entry entry) throws IOException {
    ObjectNode content = JSON.createObjectNode();
    content.set("allocated", JSON.valueToTree(entry.allocated()));
    content.set("actuated", JSON.valueToTree(entry.actuated()));
    Path directory = Files.createDirectories(paths.of(uid));
    DurableFiles.write(directory.resolve(FILE), JSON.writeValueAsBytes(content));
  }
}
