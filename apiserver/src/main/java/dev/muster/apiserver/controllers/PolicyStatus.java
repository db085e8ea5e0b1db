package dev.muster.apiserver.controllers;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.apiserver.registry.StoredObject;
import dev.muster.kinds.admissionregistration.PolicyTypeCheck;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import dev.muster.store.Entry;
import dev.muster.views.AdmissionregistrationV1.MutableExpressionWarning;
import dev.muster.views.AdmissionregistrationV1.MutableValidatingAdmissionPolicy;
import dev.muster.views.AdmissionregistrationV1.MutableValidatingAdmissionPolicyStatus;
import dev.muster.views.AdmissionregistrationV1.ValidatingAdmissionPolicy;
import dev.muster.views.StructListField;
import java.util.Collection;
import java.util.List;

/** Tells in an admission policy's status what its expressions get wrong about types. */
final class PolicyStatus implements Controller {
  private final Writer writer;
  private final Kind policies;
  private final PolicyTypeCheck check;

  PolicyStatus(Writer writer, Kinds kinds) {
    this.writer = writer;
    this.policies =
        kinds.byKind("admissionregistration.k8s.io/v1", "ValidatingAdmissionPolicy").orElseThrow();
    this.check = new PolicyTypeCheck(kinds);
  }

  @Override
  public String name() {
    return "validatingadmissionpolicy-status-controller";
  }

  @Override
  public Collection<String> keysFor(Change change) {
    return change.isOf(policies.storagePrefix()) ? List.of(change.name()) : List.of();
  }

  @Override
  public Sync sync(String name) {
    Entry<StoredObject> entry = writer.registry().find(policies, "", name);
    if (entry == null) {
      return Sync.DONE;
    }
    ValidatingAdmissionPolicy policy = ValidatingAdmissionPolicy.of(entry.value().tree());
    long generation = policy.metadata().generation().number();
    if (policy.status().observedGeneration().number() == generation) {
      return Sync.DONE;
    }
    List<PolicyTypeCheck.Warning> warnings = check.check(entry.value().tree());
    writer.change(policies, "", name, "status", next -> fill(next, generation, warnings));
    return Sync.DONE;
  }

  private static void fill(
      ObjectNode policy, long generation, List<PolicyTypeCheck.Warning> warnings) {
    MutableValidatingAdmissionPolicyStatus status =
        MutableValidatingAdmissionPolicy.of(policy).status().ensure();
    StructListField<MutableExpressionWarning> list =
        status.observedGeneration(generation).typeChecking().replace().expressionWarnings();
    for (PolicyTypeCheck.Warning warning : warnings) {
      list.add().fieldRef(warning.field()).warning(warning.text());
    }
  }
}
