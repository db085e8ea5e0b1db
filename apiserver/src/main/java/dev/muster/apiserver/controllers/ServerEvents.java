package dev.muster.apiserver.controllers;

import dev.muster.model.scheme.Kind;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Events about the server itself. They are about the namespace {@code kube-system}, where whatever
 * belongs to the cluster lives, and so in {@code default} like those about all cluster-wide
 * objects.
 */
public final class ServerEvents {
  private static final Logger LOG = LoggerFactory.getLogger(ServerEvents.class);
  private static final String ABOUT = "kube-system";

  private final Controllers.Setting with;
  private final Kind namespaces;
  private final ObjectEvents events;

  public ServerEvents(Controllers.Setting with) {
    this.with = with;
    this.namespaces = with.kinds().byKind("v1", "Namespace").orElseThrow();
    this.events =
        new ObjectEvents(
            Controllers.writer(with, "kube-apiserver"),
            with.kinds(),
            with.clock(),
            "kube-apiserver");
  }

  /**
   * @param type Normal or Warning
   */
  public void tell(String type, String reason, String message) {
    try {
      var about = with.registry().get(namespaces, "", ABOUT).value();
      events.tell(namespaces, about, type, reason, message);
    } catch (RuntimeException e) {
      LOG.error("an event cannot be written: reason={} message=\"{}\"", reason, message, e);
    }
  }
}
