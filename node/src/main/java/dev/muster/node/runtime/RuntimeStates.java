package dev.muster.node.runtime;

import dev.muster.cri.v1.Container;
import dev.muster.cri.v1.ContainerEventResponse;
import dev.muster.cri.v1.PodSandbox;
import dev.muster.cri.v1.PodSandboxStatus;
import io.grpc.Context;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the runtime runs, by pod. A runtime with events is listened to and asked now and then; one
 * without is asked every second, and only what has changed is asked for in detail.
 */
public final class RuntimeStates implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RuntimeStates.class);
  private static final Duration WITHOUT_EVENTS = Duration.ofSeconds(1);
  private static final Duration WITH_EVENTS = Duration.ofSeconds(60);

  /** A runtime without events ends the stream at once; one with events may have none to tell. */
  private static final Duration SILENT_BUT_THERE = Duration.ofSeconds(5);

  /** Of {@link #listensSince}: there is no stream. */
  private static final long NEVER = 0;

  private final RuntimeCalls runtime;
  private final Consumer<String> changed;
  private final Runnable reach;
  private final Pace pace;
  private final Map<String, PodView> views = new ConcurrentHashMap<>();
  private final Thread relist;
  private final Thread listen;
  private final Context.CancellableContext listening = Context.current().withCancellation();
  private volatile Map<String, Set<String>> fingerprints = Map.of();
  private volatile boolean events;
  private volatile long listensSince = NEVER;
  private volatile boolean reachable;
  private volatile boolean closed;

  /**
   * @param changed told the uid of every pod whose sandbox or containers are not what they were
   * @param reach told when the runtime stops answering, and when it answers again
   */
  public RuntimeStates(RuntimeCalls runtime, Consumer<String> changed, Runnable reach) {
    this(runtime, changed, reach, Pace.ofTheMachine());
  }

  RuntimeStates(RuntimeCalls runtime, Consumer<String> changed, Runnable reach, Pace pace) {
    this.runtime = runtime;
    this.pace = pace;
    this.changed = changed;
    this.reach = reach;
    this.relist = Thread.ofVirtual().name("runtime-states").unstarted(this::relistForEver);
    this.listen = Thread.ofVirtual().name("runtime-events").unstarted(this::listenForEver);
  }

  /** Looks at everything once, then follows. */
  public void start() throws RuntimeProblem {
    relist();
    relist.start();
    listen.start();
  }

  /** The pod as last seen; empty if the runtime knows nothing of it. */
  public PodView of(String uid) {
    return views.getOrDefault(uid, PodView.none(uid));
  }

  /** All pods that the runtime knows. */
  public List<PodView> all() {
    return List.copyOf(views.values());
  }

  /** Whether the runtime answered the last time it was asked. */
  public boolean reachable() {
    return reachable;
  }

  /** Asks the runtime for one pod, now. */
  public PodView refresh(String uid) throws RuntimeProblem {
    PodView view = read(uid, runtime.sandboxes(uid), runtime.containers(uid));
    put(uid, view);
    return view;
  }

  private void put(String uid, PodView view) {
    if (view.isEmpty()) {
      views.remove(uid);
    } else {
      views.put(uid, view);
    }
  }

  private PodView read(String uid, List<PodSandbox> sandboxes, List<Container> containers)
      throws RuntimeProblem {
    List<SandboxView> seenSandboxes = new ArrayList<>();
    String namespace = "";
    String name = "";
    for (PodSandbox sandbox : sandboxes) {
      namespace = sandbox.getMetadata().getNamespace();
      name = sandbox.getMetadata().getName();
      try {
        PodSandboxStatus status = runtime.sandboxStatus(sandbox.getId());
        seenSandboxes.add(SandboxView.of(status));
      } catch (RuntimeProblem e) {
        if (!e.isNotFound()) {
          throw e;
        }
      }
    }
    List<ContainerView> seenContainers = new ArrayList<>();
    for (Container container : containers) {
      try {
        seenContainers.add(
            ContainerView.of(
                runtime.containerStatus(container.getId()), container.getPodSandboxId()));
      } catch (RuntimeProblem e) {
        if (!e.isNotFound()) {
          throw e;
        }
      }
    }
    return new PodView(uid, namespace, name, seenSandboxes, seenContainers);
  }

  /** One look at the lists; pods whose lists are as before are left alone. */
  private void relist() throws RuntimeProblem {
    Map<String, List<PodSandbox>> sandboxes = new HashMap<>();
    Map<String, List<Container>> containers = new HashMap<>();
    Map<String, Set<String>> now = new HashMap<>();
    for (PodSandbox one : runtime.sandboxes("")) {
      String uid = one.getLabelsOrDefault(CriLabels.POD_UID, one.getMetadata().getUid());
      sandboxes.computeIfAbsent(uid, u -> new ArrayList<>()).add(one);
      now.computeIfAbsent(uid, u -> new HashSet<>()).add(one.getId() + one.getState());
    }
    for (Container one : runtime.containers("")) {
      String uid = one.getLabelsOrDefault(CriLabels.POD_UID, "");
      containers.computeIfAbsent(uid, u -> new ArrayList<>()).add(one);
      now.computeIfAbsent(uid, u -> new HashSet<>()).add(one.getId() + one.getState());
    }
    reached(true);
    Map<String, Set<String>> before = fingerprints;
    Set<String> all = new HashSet<>(before.keySet());
    all.addAll(now.keySet());
    for (String uid : all) {
      if (!now.getOrDefault(uid, Set.of()).equals(before.get(uid))) {
        put(
            uid,
            read(
                uid,
                sandboxes.getOrDefault(uid, List.of()),
                containers.getOrDefault(uid, List.of())));
        changed.accept(uid);
      }
    }
    fingerprints = now;
  }

  private void relistForEver() {
    while (true) {
      pace.pause(told() ? WITH_EVENTS : WITHOUT_EVENTS);
      if (closed) {
        return;
      }
      try {
        relist();
      } catch (RuntimeProblem e) {
        if (reachable && !closed) {
          LOG.warn("the runtime does not answer: {}", e.getMessage());
        }
        reached(false);
      } catch (RuntimeException e) {
        LOG.error("looking at the runtime failed", e);
      }
    }
  }

  /** Whether the runtime will tell what happens. */
  private boolean told() {
    long since = listensSince;
    return events
        || since != NEVER && reachable && pace.nanoTime() - since > SILENT_BUT_THERE.toNanos();
  }

  private void reached(boolean now) {
    boolean before = reachable;
    reachable = now;
    if (now != before && !closed) {
      reach.run();
    }
  }

  private void listenForEver() {
    while (!closed) {
      Context before = listening.attach();
      try {
        listensSince = pace.nanoTime() | 1; // never NEVER
        Iterator<ContainerEventResponse> stream = runtime.events();
        while (stream.hasNext()) {
          ContainerEventResponse event = stream.next();
          events = true;
          take(event);
        }
      } catch (StatusRuntimeException e) {
        if (RuntimeProblem.of(e).isUnimplemented()) {
          return;
        }
      } catch (RuntimeProblem e) {
        if (e.isUnimplemented()) {
          return;
        }
      } finally {
        events = false;
        listensSince = NEVER;
        listening.detach(before);
        // what happens from here on is not told: look, and keep looking until events come again
        pace.wake(relist);
      }
      try {
        Thread.sleep(WITHOUT_EVENTS);
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  private void take(ContainerEventResponse event) {
    String uid = event.getPodSandboxStatus().getMetadata().getUid();
    if (uid.isEmpty()) {
      return;
    }
    try {
      refresh(uid);
      changed.accept(uid);
    } catch (RuntimeProblem e) {
      LOG.debug("pod not refreshed: uid={} problem={}", uid, e.getMessage());
    }
  }

  @Override
  public void close() {
    closed = true;
    listening.cancel(null);
    pace.wake(relist);
    relist.interrupt();
    listen.interrupt();
  }
}
