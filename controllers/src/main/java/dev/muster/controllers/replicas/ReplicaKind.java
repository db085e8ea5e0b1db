package dev.muster.controllers.replicas;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.client.api.ApiResource;
import dev.muster.controllers.objects.ControlledResources;
import dev.muster.model.selector.LabelSelector;
import dev.muster.views.AppsV1.ReplicaSet;
import dev.muster.views.MetaV1;
import dev.muster.views.MetaV1.MutableLabelSelector;

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
    MetaV1.LabelSelector selector = ReplicaSet.of(object).spec().selector();
    return switch (this) {
      case REPLICA_SET -> LabelSelector.of(selector.tree());
      case REPLICATION_CONTROLLER -> {
        MutableLabelSelector labels = MutableLabelSelector.create().matchLabels(selector.tree());
        yield LabelSelector.of(labels.tree());
      }
    };
  }

  /** Whether its status counts pods that are on their way out. */
  boolean countsTerminating() {
    return this == REPLICA_SET;
  }
}
