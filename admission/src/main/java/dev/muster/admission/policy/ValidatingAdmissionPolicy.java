package dev.muster.admission.policy;

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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Refuses, or warns about, what bound policies do not hold for. */
public final class ValidatingAdmissionPolicy implements AdmissionPlugin {
  private static final String API = "admissionregistration.k8s.io/v1";
  private static final String POLICY = "ValidatingAdmissionPolicy";

  private final Cluster cluster;
  private final Authorizer authorizer;
  private final Kinds kinds;
  private final AuditTrail audit;
  private final Params params;
  private final BoundPolicySource<CompiledPolicy> source;

  public ValidatingAdmissionPolicy(
      Cluster cluster, Authorizer authorizer, Kinds kinds, AuditTrail audit) {
    this.cluster = cluster;
    this.authorizer = authorizer;
    this.kinds = kinds;
    this.audit = audit;
    this.params = new Params(cluster, kinds);
    this.source = new BoundPolicySource<>(cluster, API, POLICY, CompiledPolicy::new);
  }

  @Override
  public String name() {
    return POLICY;
  }

  @Override
  public void validate(AdmissionRequest request) {
    PolicyIndex<CompiledPolicy> index = source.current();
    if (index.isEmpty()) {
      return;
    }
    List<PolicyIndex.Bound<CompiledPolicy>> candidates = index.candidates(request, kinds::versions);
    if (candidates.isEmpty()) {
      return;
    }
    List<Kind> versions = kinds.versions(request.asked());
    AuditNotes notes = new AuditNotes();
    Denials denials = new Denials(request, notes);
    Map<String, RequestVariables> seen = new HashMap<>();
    for (PolicyIndex.Bound<CompiledPolicy> policy : candidates) {
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
      PolicyIndex.Bound<CompiledPolicy> policy,
      PolicyIndex.Binding binding,
      AdmissionRequest request,
      RequestVariables variables,
      Denials denials) {
    switch (params.find(
        policy.spec().paramKind(), binding.spec().paramRef(), request.namespace())) {
      case Params.Found.Fault fault -> {
        if (!policy.spec().failurePolicy().text().equals("Ignore")) {
          denials.add(policy.name(), binding.name(), "failed to configure binding: " + fault.why());
        }
      }
      case Params.Found.Values found -> {
        List<String> actions = binding.spec().validationActions().texts();
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
}
