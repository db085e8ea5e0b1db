package dev.muster.authz.rbac;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.authz.SelectorRequirement;
import dev.muster.authz.rbac.RbacObject.AnyBinding;
import dev.muster.authz.rbac.RbacObject.ClusterRole;
import dev.muster.authz.rbac.RbacObject.ClusterRoleBinding;
import dev.muster.authz.rbac.RbacObject.Role;
import dev.muster.authz.rbac.RbacObject.RoleBinding;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Policy objects from and to their JSON form ({@code rbac.authorization.k8s.io/v1}). Reading takes
 * whatever is well-typed and ignores the rest: validation is the API server's.
 */
public final class RbacJson {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private RbacJson() {}

  /** The role or binding that a canonical tree of that kind is. */
  public static RbacObject read(RbacKind kind, JsonNode json) {
    return switch (kind) {
      case ROLE -> new Role(metadata(json, true), rules(json));
      case CLUSTER_ROLE ->
          new ClusterRole(
              metadata(json, false),
              rules(json),
              list(json.path("aggregationRule").path("clusterRoleSelectors"), RbacJson::selector));
      case ROLE_BINDING -> new RoleBinding(metadata(json, true), subjects(json), roleRef(json));
      case CLUSTER_ROLE_BINDING ->
          new ClusterRoleBinding(metadata(json, false), subjects(json), roleRef(json));
    };
  }

  /** The canonical tree of a role or binding. */
  public static ObjectNode write(RbacObject object) {
    ObjectNode json = NODES.objectNode();
    json.put("apiVersion", RoleRef.API_GROUP + "/v1").put("kind", object.key().kind().kind());
    json.set("metadata", metadata(object.metadata()));
    switch (object) {
      case Role role -> json.set("rules", rules(role.rules()));
      case ClusterRole role -> {
        json.set("rules", rules(role.rules()));
        if (!role.aggregation().isEmpty()) {
          json.putObject("aggregationRule")
              .set("clusterRoleSelectors", array(role.aggregation(), RbacJson::selector));
        }
      }
      case AnyBinding binding -> {
        if (!binding.subjects().isEmpty()) {
          json.set("subjects", array(binding.subjects(), RbacJson::subject));
        }
        RoleRef ref = binding.roleRef();
        json.putObject("roleRef")
            .put("apiGroup", ref.apiGroup())
            .put("kind", ref.kind())
            .put("name", ref.name());
      }
    }
    return json;
  }

  private static Metadata metadata(JsonNode json, boolean namespaced) {
    JsonNode metadata = json.path("metadata");
    return new Metadata(
        namespaced ? text(metadata, "namespace") : "",
        text(metadata, "name"),
        map(metadata.path("labels")),
        map(metadata.path("annotations")));
  }

  private static List<PolicyRule> rules(JsonNode json) {
    return list(
        json.path("rules"),
        rule ->
            new PolicyRule(
                texts(rule, "verbs"),
                texts(rule, "apiGroups"),
                texts(rule, "resources"),
                texts(rule, "resourceNames"),
                texts(rule, "nonResourceURLs")));
  }

  private static List<Subject> subjects(JsonNode json) {
    return list(
        json.path("subjects"),
        subject ->
            new Subject(
                text(subject, "kind"),
                text(subject, "apiGroup"),
                text(subject, "name"),
                text(subject, "namespace")));
  }

  private static RoleRef roleRef(JsonNode json) {
    JsonNode ref = json.path("roleRef");
    return new RoleRef(text(ref, "apiGroup"), text(ref, "kind"), text(ref, "name"));
  }

  private static AggregationSelector selector(JsonNode json) {
    return new AggregationSelector(
        map(json.path("matchLabels")),
        list(
            json.path("matchExpressions"),
            e -> new SelectorRequirement(text(e, "key"), text(e, "operator"), texts(e, "values"))));
  }

  private static ObjectNode metadata(Metadata metadata) {
    ObjectNode json = NODES.objectNode().put("name", metadata.name());
    if (!metadata.namespace().isEmpty()) {
      json.put("namespace", metadata.namespace());
    }
    setMap(json, "labels", metadata.labels());
    setMap(json, "annotations", metadata.annotations());
    return json;
  }

  /** A role without rules has null there, as in Kubernetes. */
  private static JsonNode rules(List<PolicyRule> rules) {
    return rules.isEmpty() ? NODES.nullNode() : array(rules, RbacJson::rule);
  }

  private static ObjectNode rule(PolicyRule rule) {
    ObjectNode json = NODES.objectNode();
    setTexts(json, "verbs", rule.verbs());
    setTexts(json, "apiGroups", rule.apiGroups());
    setTexts(json, "resources", rule.resources());
    setTexts(json, "resourceNames", rule.resourceNames());
    setTexts(json, "nonResourceURLs", rule.nonResourceURLs());
    return json;
  }

  private static ObjectNode subject(Subject subject) {
    ObjectNode json = NODES.objectNode().put("kind", subject.kind());
    if (!subject.apiGroup().isEmpty()) {
      json.put("apiGroup", subject.apiGroup());
    }
    json.put("name", subject.name());
    if (!subject.namespace().isEmpty()) {
      json.put("namespace", subject.namespace());
    }
    return json;
  }

  private static ObjectNode selector(AggregationSelector selector) {
    ObjectNode json = NODES.objectNode();
    setMap(json, "matchLabels", selector.matchLabels());
    if (!selector.matchExpressions().isEmpty()) {
      json.set("matchExpressions", array(selector.matchExpressions(), RbacJson::requirement));
    }
    return json;
  }

  private static ObjectNode requirement(SelectorRequirement requirement) {
    ObjectNode json =
        NODES.objectNode().put("key", requirement.key()).put("operator", requirement.operator());
    setTexts(json, "values", requirement.values());
    return json;
  }

  private static <T> List<T> list(JsonNode array, Function<JsonNode, T> read) {
    return array.isArray() ? array.valueStream().map(read).toList() : List.of();
  }

  private static <T> ArrayNode array(List<T> values, Function<T, ? extends JsonNode> write) {
    ArrayNode array = NODES.arrayNode(values.size());
    values.forEach(value -> array.add(write.apply(value)));
    return array;
  }

  private static List<String> texts(JsonNode json, String field) {
    return list(json.path(field), JsonNode::asText);
  }

  private static void setTexts(ObjectNode json, String field, List<String> values) {
    if (!values.isEmpty()) {
      json.set(field, array(values, NODES::textNode));
    }
  }

  private static String text(JsonNode json, String field) {
    JsonNode value = json.path(field);
    return value.isTextual() ? value.textValue() : "";
  }

  private static Map<String, String> map(JsonNode json) {
    var map = new LinkedHashMap<String, String>();
    json.properties().forEach(entry -> map.put(entry.getKey(), entry.getValue().asText()));
    return map;
  }

  private static void setMap(ObjectNode json, String field, Map<String, String> map) {
    if (!map.isEmpty()) {
      ObjectNode node = json.putObject(field);
      map.forEach(node::put);
    }
  }
}
