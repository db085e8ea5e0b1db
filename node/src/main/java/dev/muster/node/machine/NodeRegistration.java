package dev.muster.node.machine;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.api.ApiClient;
import dev.muster.client.api.ApiProblem;
import dev.muster.client.events.EventRecorder;
import dev.muster.client.events.EventType;
import dev.muster.cri.v1.Image;
import dev.muster.cri.v1.RuntimeHandler;
import dev.muster.node.features.GroupsPolicySupport;
import dev.muster.node.pressure.EvictionConfig;
import dev.muster.node.pressure.NodePressure;
import dev.muster.node.pressure.Pressure;
import dev.muster.node.runtime.RuntimeCalls;
import dev.muster.node.runtime.RuntimeProblem;
import dev.muster.views.CoreV1.MutableNode;
import dev.muster.views.CoreV1.MutableNodeStatus;
import dev.muster.views.CoreV1.Node;
import dev.muster.views.CoreV1.NodeCondition;
import dev.muster.views.CoreV1.NodeStatus;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the Node object true: registers it, tells changes within seconds and everything every five
 * minutes.
 */
public final class NodeRegistration implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(NodeRegistration.class);
  private static final Duration LOOK = Duration.ofSeconds(10);
  private static final Duration RETRY = Duration.ofMillis(500);
  private static final Duration REPORT = Duration.ofMinutes(5);

  /** What a node of another version or on another runtime may have told, and this one does not. */
  private static final List<String> MAY_BE_ABSENT =
      List.of("features", "runtimeHandlers", "images");

  private final ApiClient client;
  private final RuntimeCalls runtime;
  private final MachineIdentity identity;
  private final NodeObjects objects;
  private final NodePressure pressure;
  private final Function<RuntimeInfo, GroupsPolicySupport> groups;
  private final EventRecorder events;
  private final InstantSource clock;
  private final Thread thread;
  private final CountDownLatch ready = new CountDownLatch(1);
  private volatile Optional<RuntimeInfo> info = Optional.empty();
  private volatile GroupsPolicySupport support;
  private volatile ObjectNode known;
  private volatile int port;
  private final Set<Pressure> told = EnumSet.noneOf(Pressure.class);
  private Instant reported = Instant.MIN;

  public NodeRegistration(
      ApiClient client,
      RuntimeCalls runtime,
      MachineIdentity identity,
      Machine machine,
      EvictionConfig eviction,
      NodePressure pressure,
      Function<RuntimeInfo, GroupsPolicySupport> groups,
      EventRecorder events,
      InstantSource clock) {
    this.client = client;
    this.runtime = runtime;
    this.identity = identity;
    this.objects = new NodeObjects(identity, machine, eviction);
    this.pressure = pressure;
    this.groups = groups;
    this.events = events;
    this.clock = clock;
    this.support = new GroupsPolicySupport(0, false, false);
    this.known = JsonNodeFactory.instance.objectNode();
    this.thread = Thread.ofVirtual().name("node-status").unstarted(this::run);
  }

  /**
   * Asks the runtime, so that {@link #node} has an answer; then registers in the background.
   *
   * @param serverPort where the node's own server waits
   */
  public void start(int serverPort) {
    port = serverPort;
    look();
    known = objects.node(status());
    thread.start();
  }

  /** Waits until the API server has it as ready. */
  public boolean awaitReady(Duration longest) throws InterruptedException {
    return ready.await(longest.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** The node as last written or read. */
  public ObjectNode node() {
    return known;
  }

  /** Reads the node anew; where the API server does not tell it, it stays as it was. */
  public void refresh() {
    try {
      known = client.get("/api/v1/nodes/" + identity.name());
    } catch (IOException e) {
      LOG.debug("node not read: {}", e.toString());
    }
  }

  public GroupsPolicySupport groups() {
    return support;
  }

  public String runtimeName() {
    return info.map(RuntimeInfo::name).orElse("unknown");
  }

  /** What the runtime's handlers can do; empty while it is away. */
  public Optional<List<RuntimeHandler>> handlers() {
    return info.map(RuntimeInfo::handlers);
  }

  /** Why pods cannot have a network. */
  public Optional<String> networkProblem() {
    return info.isEmpty() ? Optional.of("container runtime is down") : info.get().network();
  }

  /** Looks at everything now, because something has changed. */
  public void lookSoon() {
    LockSupport.unpark(thread);
  }

  private void look() {
    try {
      RuntimeInfo now = RuntimeInfo.of(runtime);
      info = Optional.of(now);
      support = groups.apply(now);
    } catch (RuntimeProblem e) {
      info = Optional.empty();
    }
  }

  private ObjectNode status() {
    List<Image> images;
    try {
      images = runtime.images();
    } catch (RuntimeProblem e) {
      images = List.of();
    }
    return objects.status(
        info, images, support, pressure.present(), port, Node.of(known).status(), clock.instant());
  }

  private void run() {
    boolean first = true;
    while (!Thread.currentThread().isInterrupted()) {
      Duration pause = LOOK;
      try {
        look();
        refresh();
        report(first);
        if (first) {
          events.node(identity.name(), EventType.NORMAL, "Starting", "Starting kubelet.");
          first = false;
        }
      } catch (IOException e) {
        LOG.debug("node status not written: {}", e.toString());
        pause = RETRY;
      } catch (RuntimeException e) {
        LOG.error("node status not written", e);
      }
      LockSupport.parkNanos(pause.toNanos());
    }
  }

  private void report(boolean first) throws IOException {
    ObjectNode status = status();
    boolean due = clock.instant().isAfter(reported.plus(REPORT));
    if (!first
        && !due
        && ReportedStatus.of(NodeStatus.of(status))
            .equals(ReportedStatus.of(Node.of(known).status()))) {
      return;
    }
    String path = "/api/v1/nodes/" + identity.name();
    MutableNode patch = MutableNode.create();
    ObjectNode whole = status.deepCopy();
    for (String field : MAY_BE_ABSENT) {
      if (!whole.has(field)) {
        whole.putNull(field);
      }
    }
    MutableNodeStatus written = MutableNodeStatus.of(whole);
    for (String each : Node.of(known).status().allocatable().textMap().keySet()) {
      if (!NodeStatus.of(status).allocatable().has(each)) {
        written.allocatable().map().putNull(each);
      }
    }
    patch.status(written);
    try {
      if (first) {
        MutableNode labels = MutableNode.create();
        objects.labels(labels.metadata().ensure().labels().map());
        client.mergePatch(path, labels.tree());
      }
      known = client.mergePatch(path + "/status", patch.tree());
    } catch (ApiProblem e) {
      if (!e.isNotFound()) {
        throw e;
      }
      known = client.create("/api/v1/nodes", objects.node(status));
    }
    reported = clock.instant();
    tellPressures(status);
    if (info.isPresent() && info.get().problem().isEmpty() && info.get().network().isEmpty()) {
      ready.countDown();
    }
  }

  private void tellPressures(ObjectNode status) {
    for (Pressure each : Pressure.values()) {
      for (NodeCondition condition : NodeStatus.of(status).conditions()) {
        boolean present = condition.status().text().equals("True");
        if (condition.type().text().equals(each.condition())
            && (present ? told.add(each) : told.remove(each))) {
          String change = each.event(present);
          events.node(
              identity.name(),
              EventType.NORMAL,
              change,
              "Node " + identity.name() + " status is now: " + change);
        }
      }
    }
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
