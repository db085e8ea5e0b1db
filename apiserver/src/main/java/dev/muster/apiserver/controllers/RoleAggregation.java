package dev.muster.apiserver.controllers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.apiserver.registry.StoredObject;
import dev.muster.kinds.meta.LabelSelectors;
import dev.muster.model.field.At;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import dev.muster.store.Entry;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Fills aggregated cluster roles with the rules of the roles they select, in the order of their
 * names.
 */
final class RoleAggregation implements Controller {
  private static final String ALL = "aggregated";

  private final Writer writer;
  private final Kind roles;

  RoleAggregation(Writer writer, Kinds kinds) {
    this.writer = writer;
    this.roles = kinds.byKind("rbac.authorization.k8s.io/v1", "ClusterRole").orElseThrow();
  }

  @Override
  public String name() {
    return "clusterrole-aggregation-controller";
  }

  /** Any role may be part of any aggregate: all are looked at, once for many changes. */
  @Override
  public Collection<String> keysFor(Change change) {
    return change.isOf(roles.storagePrefix()) ? List.of(ALL) : List.of();
  }

  @Override
  public Sync sync(String key) {
    for (Iterator<Entry<StoredObject>> all = range(); all.hasNext(); ) {
      ObjectNode role = all.next().value().tree();
      JsonNode selectors = role.path("aggregationRule").path("clusterRoleSelectors");
      if (!selectors.isEmpty()) {
        fill(role, selectors);
      }
    }
    return Sync.DONE;
  }

  private void fill(ObjectNode role, JsonNode selectors) {
    String name = role.path("metadata").path("name").asText();
    Map<String, JsonNode> rules = new LinkedHashMap<>();
    for (JsonNode selector : selectors) {
      for (Iterator<Entry<StoredObject>> all = range(); all.hasNext(); ) {
        ObjectNode other = all.next().value().tree();
        boolean self = other.path("metadata").path("name").asText().equals(name);
        if (!self
            && LabelSelectors.matches(
                At.root(selector), At.root(other).get("metadata", "labels"))) {
          other.path("rules").forEach(rule -> rules.putIfAbsent(rule.toString(), rule));
        }
      }
    }
    ArrayNode wanted = JsonNodeFactory.instance.arrayNode();
    rules.values().forEach(wanted::add);
    boolean same =
        wanted.isEmpty() ? role.path("rules").isEmpty() : wanted.equals(role.get("rules"));
    if (!same) {
      writer.change(roles, "", name, "", next -> next.set("rules", wanted));
    }
  }

  private Iterator<Entry<StoredObject>> range() {
    return writer.registry().store().snapshot().range(roles.storagePrefix() + "/", "");
  }
}
