package dev.muster.admission.matching;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.AdmissionRequest;
import dev.muster.admission.Cluster;
import dev.muster.admission.Operation;
import dev.muster.api.field.At;
import dev.muster.api.kinds.Kind;
import dev.muster.api.meta.LabelSelectors;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Decides whether a request is one that a policy, a binding or a webhook is about. */
public final class RequestMatcher {
  /** Nobody can lock himself out: these are never subject to policies and webhooks. */
  private static final Set<String> EXEMPT =
      Set.of(
          "mutatingadmissionpolicies",
          "mutatingadmissionpolicybindings",
          "mutatingwebhookconfigurations",
          "validatingadmissionpolicies",
          "validatingadmissionpolicybindings",
          "validatingwebhookconfigurations");

  private final List<ResourceRule> rules;
  private final List<ResourceRule> excluded;
  private final boolean equivalent;
  private final boolean everything;
  private final At namespaces;
  private final At objects;

  private RequestMatcher(JsonNode match, String rulesField, boolean everything) {
    At at = At.root(match);
    this.rules = rules(match.path(rulesField));
    this.excluded = rules(match.path("excludeResourceRules"));
    this.equivalent = !at.text("matchPolicy").equals("Exact");
    this.everything = everything && rules.isEmpty();
    this.namespaces = at.get("namespaceSelector");
    this.objects = at.get("objectSelector");
  }

  /** From {@code matchConstraints}. */
  public static RequestMatcher policy(JsonNode match) {
    return new RequestMatcher(match, "resourceRules", false);
  }

  /** From {@code matchResources}, where absent means everything. */
  public static RequestMatcher binding(JsonNode match) {
    return new RequestMatcher(match, "resourceRules", true);
  }

  /** From one of {@code webhooks}. */
  public static RequestMatcher webhook(JsonNode hook) {
    return new RequestMatcher(hook, "rules", false);
  }

  private static List<ResourceRule> rules(JsonNode list) {
    List<ResourceRule> out = new ArrayList<>();
    list.forEach(rule -> out.add(ResourceRule.of(rule)));
    return List.copyOf(out);
  }

  /**
   * Whether requests of this shape can match at all.
   *
   * @param kinds the requested kind, then the other versions of it
   */
  public boolean mayMatch(Operation operation, List<Kind> kinds, String subresource) {
    Kind asked = kinds.getFirst();
    if (asked.group().equals("admissionregistration.k8s.io") && EXEMPT.contains(asked.plural())) {
      return false;
    }
    return everything
        || candidates(kinds).stream()
            .anyMatch(k -> rules.stream().anyMatch(r -> r.mayMatch(operation, k, subresource)));
  }

  /** Whether this request matches. */
  public boolean matches(AdmissionRequest request, List<Kind> kinds, Cluster cluster) {
    return matchesObject(request)
        && matchesNamespace(request, cluster)
        && !anyMatches(excluded, request, kinds)
        && (everything || anyMatches(rules, request, kinds));
  }

  private boolean anyMatches(List<ResourceRule> any, AdmissionRequest request, List<Kind> kinds) {
    for (ResourceRule rule : any) {
      for (Kind kind : candidates(kinds)) {
        if (rule.mayMatch(request.operation(), kind, request.subresource())
            && rule.matchesObject(request)) {
          return true;
        }
      }
    }
    return false;
  }

  private List<Kind> candidates(List<Kind> kinds) {
    return equivalent ? kinds : kinds.subList(0, 1);
  }

  private boolean matchesObject(AdmissionRequest request) {
    return LabelSelectors.empty(objects)
        || LabelSelectors.matches(objects, labels(request.object()))
        || LabelSelectors.matches(objects, labels(request.old()));
  }

  private boolean matchesNamespace(AdmissionRequest request, Cluster cluster) {
    if (LabelSelectors.empty(namespaces)) {
      return true;
    }
    if (request.kind().qualifiedKind().equals("Namespace")) {
      ObjectNode itself = request.object() == null ? request.old() : request.object();
      return LabelSelectors.matches(namespaces, labels(itself));
    }
    if (request.namespace().isEmpty()) {
      return true;
    }
    Optional<ObjectNode> namespace = cluster.get("v1", "Namespace", "", request.namespace());
    return namespace.isPresent() && LabelSelectors.matches(namespaces, labels(namespace.get()));
  }

  private static At labels(@Nullable ObjectNode object) {
    return At.root(object == null ? JsonNodeFactory.instance.objectNode() : object)
        .get("metadata", "labels");
  }
}
