package dev.muster.apiserver.handlers;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/**
 * Who leads packets from services' addresses to their endpoints, as far as this server was told.
 * Thread-safe.
 */
public final class ServiceRouting {
  /** Who it is. */
  public enum By {
    /** Others' nodes may have a proxy, of which this server knows nothing. */
    UNKNOWN,
    /** The only node is ours, and it has none. */
    NOBODY,
    /** Our node. */
    OUR_NODE
  }

  private volatile By by = By.UNKNOWN;

  /** From now on. */
  public void is(By other) {
    by = other;
  }

  /** What to tell who writes a service: each thing in it that nothing acts on. */
  List<String> warnings(JsonNode service) {
    return switch (by) {
      case UNKNOWN -> List.of();
      case NOBODY ->
          List.of(
              "no proxy here acts on Service: its address and its name lead nowhere;"
                  + " --pod-network=bridge starts one");
      case OUR_NODE -> fields(service.path("spec"));
    };
  }

  private static List<String> fields(JsonNode spec) {
    List<String> found = new ArrayList<>();
    if (spec.path("type").asText().equals("LoadBalancer")) {
      found.add(
          "no controller here acts on spec.type LoadBalancer: the service is reached by its cluster"
              + " IP and its node ports");
    }
    if (spec.path("externalIPs").size() > 0) {
      found.add("no proxy here acts on spec.externalIPs: it is stored only");
    }
    if (spec.path("sessionAffinity").asText().equals("ClientIP")) {
      found.add(
          "no proxy here acts on spec.sessionAffinity: each connection goes to any endpoint");
    }
    if (spec.path("ipFamilies").size() > 0
        && !spec.path("ipFamilies").path(0).asText().equals("IPv4")) {
      found.add("no proxy here acts on addresses of IPv6");
    }
    return found;
  }
}
