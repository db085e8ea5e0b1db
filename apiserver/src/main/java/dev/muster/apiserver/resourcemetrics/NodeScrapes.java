package dev.muster.apiserver.resourcemetrics;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.apiserver.backends.BackendConnections;
import dev.muster.apiserver.backends.NodeAddress;
import dev.muster.client.http.BackendAnswer;
import dev.muster.model.status.ApiException;
import dev.muster.views.CoreV1.Node;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;

/** What nodes tell of their use, by the nodes' names. */
public final class NodeScrapes {
  private static final int LARGEST_PAGE = 16 << 20;
  private static final int AT_ONCE = 32;

  private final BackendConnections backends;
  private final InstantSource clock;
  private final Map<String, NodeScrape> scrapes = new ConcurrentHashMap<>();

  public NodeScrapes(BackendConnections backends, InstantSource clock) {
    this.backends = backends;
    this.clock = clock;
  }

  /** Answers about some nodes, all from the same moment. */
  public record Answers(Map<String, NodeScrape.Interval> ofNodes) {
    /** What a node uses. */
    public Optional<UsageRate> node(String name) {
      return Optional.ofNullable(ofNodes.get(name))
          .flatMap(interval -> interval.to().nodeSince(interval.from()));
    }

    /** What the containers of a pod use, by their names; empty if that is not known of all. */
    public Map<String, UsageRate> pod(String node, String namespace, String name) {
      NodeScrape.Interval interval = ofNodes.get(node);
      return interval == null ? Map.of() : interval.to().podSince(interval.from(), namespace, name);
    }
  }

  /** Asks nodes, beside each other. Those that have no server are left out. */
  public Answers ask(Collection<ObjectNode> nodes) throws InterruptedException {
    Map<String, NodeScrape.Interval> answers = new ConcurrentHashMap<>();
    Semaphore free = new Semaphore(AT_ONCE);
    for (ObjectNode node : nodes) {
      if (hasServer(node)) {
        free.acquire();
        Thread.ofVirtual()
            .name("usage of a node")
            .start(
                () -> {
                  try {
                    ask(node, answers);
                  } finally {
                    free.release();
                  }
                });
      }
    }
    free.acquire(AT_ONCE);
    return new Answers(new HashMap<>(answers));
  }

  /** Forgets nodes that are not among these. */
  public void retain(Collection<String> names) {
    scrapes.keySet().retainAll(names);
  }

  private void ask(ObjectNode node, Map<String, NodeScrape.Interval> answers) {
    String name = Node.of(node).metadata().name().text();
    NodeScrape scrape = scrapes.computeIfAbsent(name, known -> new NodeScrape(clock));
    try {
      scrape
          .interval(() -> page(NodeAddress.of(node)))
          .ifPresent(interval -> answers.put(name, interval));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Simulated nodes have none. */
  private static boolean hasServer(JsonNode node) {
    return Node.of(node).status().addresses().stream()
        .anyMatch(address -> address.type().text().equals("InternalIP"));
  }

  private String page(NodeAddress address) throws IOException {
    try (BackendAnswer answer = backends.send(address, "GET", "/metrics/resource", List.of())) {
      if (answer.code() != 200) {
        throw new IOException("the node answers " + answer.code());
      }
      return new String(answer.wholeBody(LARGEST_PAGE), StandardCharsets.UTF_8);
    } catch (ApiException e) {
      throw new IOException(e);
    }
  }
}
