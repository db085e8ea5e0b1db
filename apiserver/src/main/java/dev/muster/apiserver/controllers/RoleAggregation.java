package dev.muster.apiserver.controllers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.muster.apiserver.registry.StoredObject;
import dev.muster.kinds.meta.LabelSelectors;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import dev.muster.store.Entry;
import dev.muster.views.MetaV1.LabelSelector;
import dev.muster.views.RbacV1.ClusterRole;
import dev.muster.views.RbacV1.MutableClusterRole;
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
      ClusterRole role = ClusterRole.of(all.next().value().tree());
      List<LabelSelector> selectors = role.aggregationRule().clusterRoleSelectors();
      if (!selectors.isEmpty()) {
        fill(role, selectors);
      }
    }
    return Sync.DONE;
  }

  private void fill(ClusterRole role, List<LabelSelector> selectors) {
    String name = role.metadata().name().text();
    Map<String, JsonNode> rules = new LinkedHashMap<>();
    for (LabelSelector selector : selectors) {
      for (Iterator<Entry<StoredObject>> all = range(); all.hasNext(); ) {
        ClusterRole other = ClusterRole.of(all.next().value().tree());
        boolean self = other.metadata().name().text().equals(name);
        if (!self && LabelSelectors.matches(selector, other.metadata().labels())) {
          other.rules().at().node().forEach(rule -> rules.putIfAbsent(rule.toString(), rule));
        }
      }
    }
    ArrayNode wanted = JsonNodeFactory.instance.arrayNode();
    rules.values().forEach(wanted::add);
    JsonNode present = role.rules().at().node();
    boolean same = wanted.isEmpty() ? present.isEmpty() : wanted.equals(present);
    if (!same) {
      writer.change(roles, "", name, "", next -> MutableClusterRole.of(next).rules(wanted));
    }
  }

  private Iterator<Entry<StoredObject>> range() {
    return writer.registry().store().snapshot().range(roles.storagePrefix() + "/", "");
  }
}
