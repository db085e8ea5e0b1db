package dev.muster.admission.matching;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.AdmissionRequest;
import dev.muster.admission.Cluster;
import dev.muster.admission.Operation;
import dev.muster.kinds.meta.LabelSelectors;
import dev.muster.model.field.At;
import dev.muster.model.scheme.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Decides whether a request is one that a policy, a binding or a webhook is about. */
public final class RequestMatcher {
  /** Nobody can lock himself out: policies are never subject to policies or webhooks. */
  private static final Set<String> POLICIES =
      Set.of(
          "mutatingadmissionpolicies.admissionregistration.k8s.io",
          "mutatingadmissionpolicybindings.admissionregistration.k8s.io",
          "validatingadmissionpolicies.admissionregistration.k8s.io",
          "validatingadmissionpolicybindings.admissionregistration.k8s.io");

  /** What webhooks are not asked about besides. */
  private static final Set<String> CONFIGURATIONS =
      Set.of(
          "mutatingwebhookconfigurations.admissionregistration.k8s.io",
          "validatingwebhookconfigurations.admissionregistration.k8s.io");

  /** What policies do not judge besides: without these questions no cluster works. */
  private static final Set<String> REVIEWS =
      Set.of(
          "selfsubjectreviews.authentication.k8s.io",
          "tokenreviews.authentication.k8s.io",
          "localsubjectaccessreviews.authorization.k8s.io",
          "selfsubjectaccessreviews.authorization.k8s.io",
          "selfsubjectrulesreviews.authorization.k8s.io",
          "subjectaccessreviews.authorization.k8s.io");

  private final Set<String> exempt;
  private final List<ResourceRule> rules;
  private final List<ResourceRule> excluded;
  private final boolean equivalent;
  private final boolean everything;
  private final At namespaces;
  private final At objects;

  private RequestMatcher(
      JsonNode match, String rulesField, Set<String> exempt, boolean everything) {
    At at = At.root(match);
    this.exempt = exempt;
    this.rules = rules(match.path(rulesField));
    this.excluded = rules(match.path("excludeResourceRules"));
    this.equivalent = !at.text("matchPolicy").equals("Exact");
    this.everything = everything && rules.isEmpty();
    this.namespaces = at.get("namespaceSelector");
    this.objects = at.get("objectSelector");
  }

  /** From {@code matchConstraints}. */
  public static RequestMatcher policy(JsonNode match) {
    return new RequestMatcher(match, "resourceRules", REVIEWS, false);
  }

  /** From {@code matchResources}, where absent means everything. */
  public static RequestMatcher binding(JsonNode match) {
    return new RequestMatcher(match, "resourceRules", REVIEWS, true);
  }

  /** From one of {@code webhooks}. */
  public static RequestMatcher webhook(JsonNode hook) {
    return new RequestMatcher(hook, "rules", CONFIGURATIONS, false);
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
    String asked = kinds.getFirst().qualifiedPlural();
    if (POLICIES.contains(asked) || exempt.contains(asked)) {
      return false;
    }
    return everything
        || candidates(kinds).stream()
            .anyMatch(k -> rules.stream().anyMatch(r -> r.mayMatch(operation, k, subresource)));
  }

  /**
   * The version that the request matches in, which is the requested one wherever a rule names it;
   * empty if it does not match.
   */
  public Optional<Kind> match(AdmissionRequest request, List<Kind> kinds, Cluster cluster) {
    boolean concerned =
        matchesObject(request)
            && matchesNamespace(request, cluster)
            && first(excluded, request, kinds).isEmpty();
    return !concerned
        ? Optional.empty()
        : everything ? Optional.of(kinds.getFirst()) : first(rules, request, kinds);
  }

  private Optional<Kind> first(List<ResourceRule> any, AdmissionRequest request, List<Kind> kinds) {
    for (Kind kind : candidates(kinds)) {
      for (ResourceRule rule : any) {
        if (rule.mayMatch(request.operation(), kind, request.subresource())
            && rule.matchesObject(request)) {
          return Optional.of(kind);
        }
      }
    }
    return Optional.empty();
  }

  private List<Kind> candidates(List<Kind> kinds) {
    return equivalent ? kinds : kinds.subList(0, 1);
  }

  private boolean matchesObject(AdmissionRequest request) {
    return LabelSelectors.empty(objects) || selects(request.object()) || selects(request.old());
  }

  /** What has no metadata, as the options of a connection, is selected by nothing. */
  private boolean selects(@Nullable ObjectNode object) {
    return object != null
        && object.has("metadata")
        && LabelSelectors.matches(objects, labels(object));
  }

  private boolean matchesNamespace(AdmissionRequest request, Cluster cluster) {
    if (LabelSelectors.empty(namespaces)) {
      return true;
    }
    boolean itself = request.kind().qualifiedKind().equals("Namespace");
    if (itself && request.subresource().isEmpty() && request.object() != null) {
      return LabelSelectors.matches(namespaces, labels(request.object()));
    }
    String name = itself ? request.name() : request.namespace();
    if (name.isEmpty()) {
      return true;
    }
    Optional<ObjectNode> namespace = cluster.get("v1", "Namespace", "", name);
    return namespace.isPresent() && LabelSelectors.matches(namespaces, labels(namespace.get()));
  }

  private static At labels(ObjectNode object) {
    return At.root(object).get("metadata", "labels");
  }
}
