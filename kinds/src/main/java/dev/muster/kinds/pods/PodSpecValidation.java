package dev.muster.kinds.pods;

import dev.muster.base.go.GoText;
import dev.muster.kinds.pods.security.PodOs;
import dev.muster.kinds.pods.security.PodSecurity;
import dev.muster.kinds.pods.volumes.VolumeRules;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.names.Labels;
import dev.muster.model.names.Names;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Finds what is wrong with a pod's spec, in pods and in templates; faults come in a fixed order.
 */
public final class PodSpecValidation {
  private static final List<String> PREEMPTION = List.of("PreemptLowerPriority", "Never");

  private final At spec;
  private final At metadata;
  private final boolean isPod;
  private final Errors errors;

  private PodSpecValidation(At spec, At metadata, boolean isPod, Errors errors) {
    this.spec = spec;
    this.metadata = metadata;
    this.isPod = isPod;
    this.errors = errors;
  }

  /** Checks the spec of a pod itself. */
  static void ofPod(At pod, Errors errors) {
    new PodSpecValidation(pod.get("spec"), pod.get("metadata"), true, errors).validate();
  }

  /** Checks a spec that stands in some other object. */
  public static void ofTemplate(At spec, Errors errors) {
    new PodSpecValidation(spec, new At(spec.node(), spec.path()).get("metadata"), false, errors)
        .validate();
  }

  private void validate() {
    At grace = spec.get("terminationGracePeriodSeconds");
    if (grace.absent()) {
      errors.required(grace.path(), "");
    }
    Set<String> volumes = VolumeRules.validate(spec, isPod ? metadata.text("name") : "", errors);
    ResourceClaims.validate(spec.get("resourceClaims"), metadata, errors);
    ContainerLists containers = new ContainerLists(spec, volumes, errors);
    containers.validate();
    Requirements.ofPod(spec, errors);
    ContainerPorts.hostNetworkMatch(spec, isPod, errors);
    RestartPolicies.ofPod(spec.get("restartPolicy"), errors);
    DnsConfig.validatePolicy(spec.get("dnsPolicy"), errors);
    Labels.validate(spec.get("nodeSelector"), errors);
    PodSecurity.validateContext(spec, errors);
    PodAffinities.validate(spec.get("affinity"), errors);
    DnsConfig.validate(spec, errors);
    gates();
    TopologySpread.validate(spec.get("topologySpreadConstraints"), errors);
    PodSecurity.validateHostProcess(spec, errors);
    PodSecurity.validateHostUsers(spec, errors);
    DnsConfig.validateHostnameOverride(spec, errors);
    names();
    Tolerations.validate(spec.get("tolerations"), errors);
    DnsConfig.validateHostAliases(spec.get("hostAliases"), errors);
    classes();
    PodOs.validate(spec, errors);
    Environment.validateFileVolumes(spec, errors);
    if (isPod) {
      VolumeRules.validateTokens(spec, errors);
      containers.validateForPod();
    }
  }

  private void gates() {
    for (At gate : spec.get("readinessGates").each()) {
      Labels.validateKey(gate.text("conditionType"), gate.get("conditionType").path(), errors);
    }
    Set<String> seen = new HashSet<>();
    for (At gate : spec.get("schedulingGates").each()) {
      String name = gate.text("name");
      Labels.validateKey(name, gate.path(), errors);
      if (!seen.add(name)) {
        errors.duplicate(gate.path(), GoText.quote(name));
      }
    }
  }

  private void names() {
    subdomain("serviceAccountName");
    subdomain("nodeName");
    At deadline = spec.get("activeDeadlineSeconds");
    if (deadline.present() && (deadline.number() < 1 || deadline.number() > Integer.MAX_VALUE)) {
      errors.invalid(deadline, "must be between 1 and " + Integer.MAX_VALUE + ", inclusive");
    }
    label("hostname");
    label("subdomain");
  }

  private void classes() {
    subdomain("priorityClassName");
    At runtime = spec.get("runtimeClassName");
    if (runtime.present()) {
      Names.subdomain(runtime.text(), false).forEach(f -> errors.invalid(runtime, f));
    }
    At preemption = spec.get("preemptionPolicy");
    if (preemption.present()) {
      if (preemption.empty()) {
        errors.required(preemption.path(), "");
      } else if (!PREEMPTION.contains(preemption.text())) {
        errors.unsupported(preemption, PREEMPTION);
      }
    }
    if (spec.has("overhead")) {
      Requirements.overhead(spec.get("overhead"), errors);
    }
  }

  private void subdomain(String field) {
    At name = spec.get(field);
    if (!name.empty()) {
      Names.subdomain(name.text(), false).forEach(f -> errors.invalid(name, f));
    }
  }

  private void label(String field) {
    At name = spec.get(field);
    if (!name.empty()) {
      Names.label(name.text(), false).forEach(f -> errors.invalid(name, f));
    }
  }
}
