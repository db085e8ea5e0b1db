package dev.muster.controllers.replicas;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.api.ApiResource;
import dev.muster.controllers.objects.ControlledResources;
import dev.muster.model.selector.LabelSelector;

/** The two kinds that differ in little more than their selectors. */
enum ReplicaKind {
  REPLICA_SET(ControlledResources.REPLICA_SETS),
  REPLICATION_CONTROLLER(ControlledResources.REPLICATION_CONTROLLERS);

  private final ApiResource resource;

  ReplicaKind(ApiResource resource) {
    this.resource = resource;
  }

  ApiResource resource() {
    return resource;
  }

  LabelSelector selector(JsonNode object) {
    JsonNode selector = object.path("spec").path("selector");
    return switch (this) {
      case REPLICA_SET -> LabelSelector.of(selector);
      case REPLICATION_CONTROLLER -> {
        ObjectNode labels = JsonNodeFactory.instance.objectNode();
        labels.set("matchLabels", selector);
        yield LabelSelector.of(labels);
      }
    };
  }

  /** Whether its status counts pods that are on their way out. */
  boolean countsTerminating() {
    return this == REPLICA_SET;
  }
}
