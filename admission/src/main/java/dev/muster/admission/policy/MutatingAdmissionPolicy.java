package dev.muster.admission.policy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.AdmissionPlugin;
import dev.muster.admission.AdmissionRequest;
import dev.muster.admission.Cluster;
import dev.muster.admission.Operation;
import dev.muster.admission.Reinvocation;
import dev.muster.admission.matching.VersionedRequest;
import dev.muster.authz.Authorizer;
import dev.muster.base.deadline.Deadline;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import dev.muster.views.MetaV1.ObjectMeta;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Changes what bound policies want changed, in the order of the policies' names, then of the
 * bindings'. Which of them a request is for is settled before the first of them changes it; their
 * conditions are asked when it is their turn.
 */
public final class MutatingAdmissionPolicy implements AdmissionPlugin {
  private static final String API = "admissionregistration.k8s.io/v1beta1";
  private static final String POLICY = "MutatingAdmissionPolicy";

  private final Cluster cluster;
  private final Kinds kinds;
  private final boolean enabled;
  private final Params params;
  private final MutationInvocations invocations;
  private final BoundPolicySource<CompiledMutations> source;

  /**
   * @param enabled whether the feature is on; if not, nothing is changed
   */
  public MutatingAdmissionPolicy(
      Cluster cluster,
      Authorizer authorizer,
      Kinds kinds,
      MutationMetrics metrics,
      boolean enabled) {
    this.cluster = cluster;
    this.kinds = kinds;
    this.enabled = enabled;
    this.params = new Params(cluster, kinds);
    this.invocations = new MutationInvocations(cluster, authorizer, new Patcher(kinds), metrics);
    this.source = new BoundPolicySource<>(cluster, API, POLICY, CompiledMutations::of);
  }

  @Override
  public String name() {
    return POLICY;
  }

  /**
   * A policy with one of its bindings and one of its parameters, for one request.
   *
   * @param request in the version that the policy is about
   */
  record Invocation(
      PolicyIndex.Bound<CompiledMutations> policy,
      PolicyIndex.Binding binding,
      @Nullable ObjectNode param,
      VersionedRequest request) {

    /** Tells it from all others of the request. */
    List<String> key() {
      if (param == null) {
        return List.of(policy.name(), binding.name());
      }
      ObjectMeta of = ObjectMeta.ofObject(param);
      return List.of(policy.name(), binding.name(), of.namespace().text(), of.name().text());
    }
  }

  @Override
  public void admit(AdmissionRequest request, Reinvocation reinvocation) {
    if (!enabled || request.operation() == Operation.DELETE) {
      return;
    }
    PolicyIndex<CompiledMutations> index = source.current();
    if (index.isEmpty()) {
      return;
    }
    MutationRefusal refusal = new MutationRefusal();
    List<Invocation> wanted = new ArrayList<>();
    List<Kind> versions = kinds.versions(request.asked());
    for (PolicyIndex.Bound<CompiledMutations> policy : index.candidates(request, kinds::versions)) {
      Deadline.check();
      policy
          .matcher()
          .match(request, versions, cluster)
          .map(version -> new VersionedRequest(request, version))
          .ifPresent(versioned -> collect(policy, versioned, versions, wanted, refusal));
    }
    if (!wanted.isEmpty()) {
      invocations.run(wanted, request, reinvocation, refusal);
    }
    refusal.throwIfAny(request);
  }

  private void collect(
      PolicyIndex.Bound<CompiledMutations> policy,
      VersionedRequest request,
      List<Kind> versions,
      List<Invocation> wanted,
      MutationRefusal refusal) {
    Optional<String> unusable = params.fault(policy.spec().paramKind());
    if (unusable.isPresent()) {
      if (!policy.policy().lenient()) {
        refusal.unusable(policy.name(), unusable.get());
      }
      return;
    }
    for (PolicyIndex.Binding binding : policy.bindings()) {
      if (binding.matcher().match(request.request(), versions, cluster).isEmpty()) {
        continue;
      }
      switch (params.find(
          policy.spec().paramKind(), binding.spec().paramRef(), request.request().namespace())) {
        case Params.Found.Fault fault -> {
          if (!policy.policy().lenient()) {
            refusal.unbound(policy.name(), binding.name(), fault.why());
          }
        }
        case Params.Found.Values found -> {
          for (Optional<ObjectNode> param : found.values()) {
            wanted.add(new Invocation(policy, binding, param.orElse(null), request));
          }
        }
      }
    }
  }
}
