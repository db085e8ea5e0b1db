package dev.muster.kinds.pods;

import com.fasterxml.jackson.databind.node.MissingNode;
import dev.muster.base.go.GoText;
import dev.muster.kinds.pods.security.PodOs;
import dev.muster.kinds.pods.security.PodSecurity;
import dev.muster.kinds.pods.volumes.VolumeRules;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.names.Labels;
import dev.muster.model.names.Names;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.CoreV1.PodReadinessGate;
import dev.muster.views.CoreV1.PodSchedulingGate;
import dev.muster.views.CoreV1.PodSpec;
import dev.muster.views.MetaV1.ObjectMeta;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Finds what is wrong with a pod's spec, in pods and in templates; faults come in a fixed order.
 */
public final class PodSpecValidation {
  private static final List<String> PREEMPTION = List.of("PreemptLowerPriority", "Never");

  private final PodSpec spec;
  private final ObjectMeta metadata;
  private final boolean isPod;
  private final Errors errors;

  private PodSpecValidation(PodSpec spec, ObjectMeta metadata, boolean isPod, Errors errors) {
    this.spec = spec;
    this.metadata = metadata;
    this.isPod = isPod;
    this.errors = errors;
  }

  /** Checks the spec of a pod itself. */
  static void ofPod(Pod pod, Errors errors) {
    new PodSpecValidation(pod.spec(), pod.metadata(), true, errors).validate();
  }

  /** Checks a spec that stands in some other object. */
  public static void ofTemplate(PodSpec spec, Errors errors) {
    ObjectMeta none = ObjectMeta.of(MissingNode.getInstance());
    new PodSpecValidation(spec, none, false, errors).validate();
  }

  private void validate() {
    At grace = spec.terminationGracePeriodSeconds();
    if (grace.absent()) {
      errors.required(grace.path(), "");
    }
    Set<String> volumes = VolumeRules.validate(spec, isPod ? metadata.name().text() : "", errors);
    ResourceClaims.validate(spec.resourceClaims(), metadata, errors);
    ContainerLists containers = new ContainerLists(spec, volumes, errors);
    containers.validate();
    Requirements.ofPod(spec, errors);
    ContainerPorts.hostNetworkMatch(spec, isPod, errors);
    RestartPolicies.ofPod(spec.restartPolicy(), errors);
    DnsConfig.validatePolicy(spec.dnsPolicy(), errors);
    Labels.validate(spec.nodeSelector(), errors);
    PodSecurity.validateContext(spec, errors);
    PodAffinities.validate(spec.affinity(), errors);
    DnsConfig.validate(spec, errors);
    gates();
    TopologySpread.validate(spec.topologySpreadConstraints(), errors);
    PodSecurity.validateHostProcess(spec, errors);
    PodSecurity.validateHostUsers(spec, errors);
    DnsConfig.validateHostnameOverride(spec, errors);
    names();
    Tolerations.validate(spec.tolerations(), errors);
    DnsConfig.validateHostAliases(spec.hostAliases(), errors);
    classes();
    PodOs.validate(spec, errors);
    Environment.validateFileVolumes(spec, errors);
    if (isPod) {
      VolumeRules.validateTokens(spec, errors);
      containers.validateForPod();
    }
  }

  private void gates() {
    for (PodReadinessGate gate : spec.readinessGates()) {
      Labels.validateKey(gate.conditionType().text(), gate.conditionType().path(), errors);
    }
    Set<String> seen = new HashSet<>();
    for (PodSchedulingGate gate : spec.schedulingGates()) {
      String name = gate.name().text();
      Labels.validateKey(name, gate.at().path(), errors);
      if (!seen.add(name)) {
        errors.duplicate(gate.at().path(), GoText.quote(name));
      }
    }
  }

  private void names() {
    subdomain(spec.serviceAccountName());
    subdomain(spec.nodeName());
    At deadline = spec.activeDeadlineSeconds();
    if (deadline.present() && (deadline.number() < 1 || deadline.number() > Integer.MAX_VALUE)) {
      errors.invalid(deadline, "must be between 1 and " + Integer.MAX_VALUE + ", inclusive");
    }
    label(spec.hostname());
    label(spec.subdomain());
  }

  private void classes() {
    subdomain(spec.priorityClassName());
    At runtime = spec.runtimeClassName();
    if (runtime.present()) {
      Names.subdomain(runtime.text(), false).forEach(f -> errors.invalid(runtime, f));
    }
    At preemption = spec.preemptionPolicy();
    if (preemption.present()) {
      if (preemption.empty()) {
        errors.required(preemption.path(), "");
      } else if (!PREEMPTION.contains(preemption.text())) {
        errors.unsupported(preemption, PREEMPTION);
      }
    }
    if (spec.overhead().present()) {
      Requirements.overhead(spec.overhead(), errors);
    }
  }

  private void subdomain(At name) {
    if (!name.empty()) {
      Names.subdomain(name.text(), false).forEach(f -> errors.invalid(name, f));
    }
  }

  private void label(At name) {
    if (!name.empty()) {
      Names.label(name.text(), false).forEach(f -> errors.invalid(name, f));
    }
  }
}
