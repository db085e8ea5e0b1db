package dev.muster.admission.matching;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.AdmissionRequest;
import dev.muster.admission.Cluster;
import dev.muster.admission.Operation;
import dev.muster.kinds.meta.LabelSelectors;
import dev.muster.model.scheme.Kind;
import dev.muster.views.AdmissionregistrationV1.MatchResources;
import dev.muster.views.AdmissionregistrationV1.MutatingWebhook;
import dev.muster.views.AdmissionregistrationV1.NamedRuleWithOperations;
import dev.muster.views.MetaV1.LabelSelector;
import dev.muster.views.MetaV1.ObjectMeta;
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
  private final LabelSelector namespaces;
  private final LabelSelector objects;

  private RequestMatcher(MatchResources match, boolean everything) {
    this.exempt = REVIEWS;
    this.rules = match.resourceRules().stream().map(ResourceRule::of).toList();
    this.excluded = match.excludeResourceRules().stream().map(ResourceRule::of).toList();
    this.equivalent = !match.matchPolicy().text().equals("Exact");
    this.everything = everything && rules.isEmpty();
    this.namespaces = match.namespaceSelector();
    this.objects = match.objectSelector();
  }

  private RequestMatcher(MutatingWebhook hook) {
    this.exempt = CONFIGURATIONS;
    this.rules =
        hook.rules().stream()
            .map(rule -> ResourceRule.of(new NamedRuleWithOperations(rule.at())))
            .toList();
    this.excluded = List.of();
    this.equivalent = !hook.matchPolicy().text().equals("Exact");
    this.everything = false;
    this.namespaces = hook.namespaceSelector();
    this.objects = hook.objectSelector();
  }

  /** From {@code matchConstraints}. */
  public static RequestMatcher policy(MatchResources match) {
    return new RequestMatcher(match, false);
  }

  /** From {@code matchResources}, where absent means everything. */
  public static RequestMatcher binding(MatchResources match) {
    return new RequestMatcher(match, true);
  }

  /** From one of {@code webhooks}, of either kind. */
  public static RequestMatcher webhook(MutatingWebhook hook) {
    return new RequestMatcher(hook);
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
        && metadata(object).present()
        && LabelSelectors.matches(objects, metadata(object).labels());
  }

  private boolean matchesNamespace(AdmissionRequest request, Cluster cluster) {
    if (LabelSelectors.empty(namespaces)) {
      return true;
    }
    boolean itself = request.kind().qualifiedKind().equals("Namespace");
    if (itself && request.subresource().isEmpty() && request.object() != null) {
      return LabelSelectors.matches(namespaces, metadata(request.object()).labels());
    }
    String name = itself ? request.name() : request.namespace();
    if (name.isEmpty()) {
      return true;
    }
    Optional<ObjectNode> namespace = cluster.get("v1", "Namespace", "", name);
    return namespace.isPresent()
        && LabelSelectors.matches(namespaces, metadata(namespace.get()).labels());
  }

  private static ObjectMeta metadata(ObjectNode object) {
    return ObjectMeta.ofObject(object);
  }
}
