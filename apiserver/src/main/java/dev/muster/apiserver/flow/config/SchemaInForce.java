package dev.muster.apiserver.flow.config;

import dev.muster.apiserver.flow.fair.QueueSettings;
import dev.muster.apiserver.request.RequestInfo;
import dev.muster.authz.User;
import java.util.concurrent.ConcurrentHashMap;

/** A flow schema, and the level it leads to. Thread-safe. */
public final class SchemaInForce {
  /** Flows are remembered, so that their queues need not be dealt for each request. */
  private static final int REMEMBERED = 4_096;

  private final String name;
  private final String uid;
  private final Distinguisher distinguisher;
  private final PriorityLevel level;
  private final QueueSettings settings;
  private final SchemaObserver observer;
  private final ConcurrentHashMap<String, Flow> flows = new ConcurrentHashMap<>();

  /** What tells flows apart. */
  enum Distinguisher {
    NONE,
    BY_USER,
    BY_NAMESPACE;

    static Distinguisher of(String type) {
      return switch (type) {
        case "ByUser" -> BY_USER;
        case "ByNamespace" -> BY_NAMESPACE;
        default -> NONE;
      };
    }
  }

  SchemaInForce(
      String name,
      String uid,
      Distinguisher distinguisher,
      PriorityLevel level,
      SchemaObserver observer) {
    this.name = name;
    this.uid = uid;
    this.distinguisher = distinguisher;
    this.level = level;
    this.settings = level.spec().queuing();
    this.observer = observer;
  }

  public String name() {
    return name;
  }

  public String uid() {
    return uid;
  }

  public PriorityLevel level() {
    return level;
  }

  public SchemaObserver observer() {
    return observer;
  }

  public Flow flow(User user, RequestInfo info) {
    String text =
        settings.queues() > 1
            ? switch (distinguisher) {
              case NONE -> "";
              case BY_USER -> user.name();
              case BY_NAMESPACE -> info.namespace();
            }
            : "";
    Flow known = flows.get(text);
    if (known != null) {
      return known;
    }
    if (flows.size() >= REMEMBERED) {
      flows.clear();
    }
    Flow flow = Flow.of(name, text, settings);
    flows.put(text, flow);
    return flow;
  }

  /** How many flows are known without dealing their queues. */
  int remembered() {
    return flows.size();
  }
}
