package dev.muster.admission.policy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.AdmissionPlugin;
import dev.muster.admission.AdmissionRequest;
import dev.muster.admission.AuditTrail;
import dev.muster.admission.Cluster;
import dev.muster.admission.matching.RequestVariables;
import dev.muster.admission.matching.VersionedRequest;
import dev.muster.authz.Authorizer;
import dev.muster.base.deadline.Deadline;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Refuses, or warns about, what bound policies do not hold for. */
public final class ValidatingAdmissionPolicy implements AdmissionPlugin {
  private static final String API = "admissionregistration.k8s.io/v1";
  private static final String POLICY = "ValidatingAdmissionPolicy";
  private static final String BINDING = "ValidatingAdmissionPolicyBinding";

  private final Cluster cluster;
  private final Authorizer authorizer;
  private final Kinds kinds;
  private final AuditTrail audit;
  private final Params params;
  private volatile State state = new State(Long.MIN_VALUE, Long.MIN_VALUE, PolicyIndex.EMPTY);

  /** The index, with the versions of what it was made from. */
  private record State(long policies, long bindings, PolicyIndex index) {}

  public ValidatingAdmissionPolicy(
      Cluster cluster, Authorizer authorizer, Kinds kinds, AuditTrail audit) {
    this.cluster = cluster;
    this.authorizer = authorizer;
    this.kinds = kinds;
    this.audit = audit;
    this.params = new Params(cluster, kinds);
  }

  @Override
  public String name() {
    return POLICY;
  }

  @Override
  public void validate(AdmissionRequest request) {
    PolicyIndex index = current();
    if (index.isEmpty()) {
      return;
    }
    List<PolicyIndex.Bound> candidates = index.candidates(request, kinds::versions);
    if (candidates.isEmpty()) {
      return;
    }
    List<Kind> versions = kinds.versions(request.asked());
    AuditNotes notes = new AuditNotes();
    Denials denials = new Denials(request, notes);
    Map<String, RequestVariables> seen = new HashMap<>();
    for (PolicyIndex.Bound policy : candidates) {
      Deadline.check();
      Optional<Kind> version = policy.matcher().match(request, versions, cluster);
      if (version.isPresent()) {
        RequestVariables variables =
            seen.computeIfAbsent(
                version.get().apiVersion(),
                any ->
                    new RequestVariables(
                        new VersionedRequest(request, version.get()), cluster, authorizer));
        for (PolicyIndex.Binding binding : policy.bindings()) {
          if (binding.matcher().match(request, versions, cluster).isPresent()) {
            apply(policy, binding, request, variables, denials);
          }
        }
      }
    }
    notes.publish(request, audit);
    denials.throwFirst();
  }

  private void apply(
      PolicyIndex.Bound policy,
      PolicyIndex.Binding binding,
      AdmissionRequest request,
      RequestVariables variables,
      Denials denials) {
    switch (params.find(policy.spec(), binding.spec(), request.namespace())) {
      case Params.Found.Fault fault -> {
        if (!policy.spec().path("failurePolicy").asText().equals("Ignore")) {
          denials.add(policy.name(), binding.name(), "failed to configure binding: " + fault.why());
        }
      }
      case Params.Found.Values found -> {
        List<String> actions = new ArrayList<>();
        for (JsonNode action : binding.spec().path("validationActions")) {
          actions.add(action.asText());
        }
        for (Optional<ObjectNode> value : found.values()) {
          denials.take(
              policy.name(),
              binding.name(),
              actions,
              policy.policy().evaluate(variables, value.orElse(null)));
        }
      }
    }
  }

  /**
   * INVARIANT (exact in time): the versions are read for each request, and they count every write
   * that was acknowledged before it.
   */
  private PolicyIndex current() {
    State seen = state;
    if (cluster.version(API, POLICY) == seen.policies
        && cluster.version(API, BINDING) == seen.bindings) {
      return seen.index;
    }
    return updated();
  }

  private synchronized PolicyIndex updated() {
    State seen = state;
    long policies = cluster.version(API, POLICY);
    long bindings = cluster.version(API, BINDING);
    if (policies != seen.policies || bindings != seen.bindings) {
      List<ObjectNode> stored = cluster.list(API, POLICY, "");
      PolicyIndex index =
          stored.isEmpty()
              ? PolicyIndex.EMPTY
              : seen.index.updated(stored, cluster.list(API, BINDING, ""));
      seen = new State(policies, bindings, index);
      state = seen;
    }
    return seen.index;
  }
}
