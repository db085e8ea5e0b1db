package dev.muster.apiserver.controllers;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.apiserver.registry.StoredObject;
import dev.muster.kinds.admissionregistration.PolicyTypeCheck;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import dev.muster.store.Entry;
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
    ObjectNode policy = entry.value().tree();
    long generation = policy.path("metadata").path("generation").asLong();
    if (policy.path("status").path("observedGeneration").asLong() == generation) {
      return Sync.DONE;
    }
    List<PolicyTypeCheck.Warning> warnings = check.check(policy);
    writer.change(policies, "", name, "status", next -> fill(next, generation, warnings));
    return Sync.DONE;
  }

  private static void fill(
      ObjectNode policy, long generation, List<PolicyTypeCheck.Warning> warnings) {
    ObjectNode status = policy.withObject("status");
    status.put("observedGeneration", generation);
    ArrayNode list = status.putObject("typeChecking").putArray("expressionWarnings");
    for (PolicyTypeCheck.Warning warning : warnings) {
      list.addObject().put("fieldRef", warning.field()).put("warning", warning.text());
    }
  }
}
