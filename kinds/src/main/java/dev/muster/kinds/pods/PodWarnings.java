package dev.muster.kinds.pods;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.base.go.GoText;
import dev.muster.kinds.pods.security.SecurityWarnings;
import dev.muster.kinds.pods.security.VisitedContainers;
import dev.muster.kinds.pods.volumes.VolumeRules;
import dev.muster.model.field.At;
import dev.muster.model.names.Names;
import dev.muster.model.net.AddressWarnings;
import dev.muster.model.quantity.Quantity;
import dev.muster.views.CoreV1.Container;
import dev.muster.views.CoreV1.EnvVar;
import dev.muster.views.CoreV1.HostAlias;
import dev.muster.views.CoreV1.HostIP;
import dev.muster.views.CoreV1.LocalObjectReference;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.CoreV1.PodAffinity;
import dev.muster.views.CoreV1.PodAffinityTerm;
import dev.muster.views.CoreV1.PodAntiAffinity;
import dev.muster.views.CoreV1.PodIP;
import dev.muster.views.CoreV1.PodSpec;
import dev.muster.views.CoreV1.PodStatus;
import dev.muster.views.CoreV1.PodTemplateSpec;
import dev.muster.views.CoreV1.TopologySpreadConstraint;
import dev.muster.views.CoreV1.WeightedPodAffinityTerm;
import dev.muster.views.MetaV1.LabelSelector;
import dev.muster.views.ViewList;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** What is accepted in a pod or a template although it hardly is what the writer wants. */
final class PodWarnings {
  private static final String NO_MATCH = ": a null labelSelector results in matching no pod";
  private static final List<String> BYTES =
      List.of(ResourceNames.MEMORY, ResourceNames.EPHEMERAL_STORAGE);

  private final PodSpec spec;
  private final At annotations;
  private final PodTemplateSpec holder;
  private final List<String> found = new ArrayList<>();

  private PodWarnings(PodTemplateSpec podOrTemplate) {
    this.holder = podOrTemplate;
    this.spec = podOrTemplate.spec();
    this.annotations = podOrTemplate.metadata().annotations();
  }

  /** For a pod that is created. Updates of pods give no warnings. */
  static List<String> ofPod(ObjectNode pod) {
    List<String> all = new ArrayList<>();
    String name = Pod.of(pod).metadata().name().text();
    List<String> faults = Names.label(name, false);
    if (!faults.isEmpty()) {
      all.add(
          "metadata.name: this is used in the Pod's hostname, which can result in surprising behavior; a DNS label is recommended: ["
              + String.join(" ", faults)
              + "]");
    }
    all.addAll(new PodWarnings(PodTemplateSpec.of(pod)).collect());
    return all;
  }

  static List<String> ofTemplate(PodTemplateSpec template) {
    return new PodWarnings(template).collect();
  }

  /** Addresses in a status that are written in an odd way. */
  static List<String> ofStatus(ObjectNode pod) {
    List<String> all = new ArrayList<>();
    PodStatus status = Pod.of(pod).status();
    for (PodIP address : status.podIPs()) {
      all.addAll(AddressWarnings.of(address.ip().path(), address.ip().text()));
    }
    for (HostIP address : status.hostIPs()) {
      all.addAll(AddressWarnings.of(address.ip().path(), address.ip().text()));
    }
    return all;
  }

  private List<String> collect() {
    found.addAll(NodeLabelWarnings.of(spec));
    for (TopologySpreadConstraint constraint : spec.topologySpreadConstraints()) {
      NodeLabelWarnings.topologyKey(constraint, found);
      noSelector(constraint.labelSelector());
    }
    DeprecatedAnnotations.of(annotations, found);
    found.addAll(VolumeRules.warnings(spec));
    duplicates("ip", spec.hostAliases().stream().map(HostAlias::ip));
    duplicates("name", spec.imagePullSecrets().stream().map(LocalObjectReference::name));
    for (LocalObjectReference secret : spec.imagePullSecrets()) {
      if (secret.name().empty()) {
        found.add(secret.name().path() + ": invalid empty name \"\"");
      }
    }
    BYTES.forEach(name -> fractional(spec.overhead(), name));
    found.addAll(SecurityWarnings.of(holder));
    VisitedContainers.of(spec).forEach(this::container);
    found.addAll(PortWarnings.of(spec));
    At grace = spec.terminationGracePeriodSeconds();
    if (grace.number() < 0) {
      found.add(
          grace.path() + ": must be >= 0; negative values are invalid and will be treated as 1");
    }
    affinity();
    addresses();
    return found;
  }

  private void duplicates(String what, Stream<At> keys) {
    Set<String> seen = new HashSet<>();
    keys.forEach(
        key -> {
          if (!seen.add(key.text())) {
            found.add(key.path() + ": duplicate " + what + " " + GoText.quote(key.text()));
          }
        });
  }

  private void container(Container container) {
    found.addAll(SecurityWarnings.of(holder, container));
    for (String resource : BYTES) {
      fractional(container.resources().limits(), resource);
      fractional(container.resources().requests(), resource);
    }
    environment(container.env());
  }

  private void fractional(At list, String resource) {
    JsonNode amount = list.node().get(resource);
    if (amount != null && !Quantity.parse(amount.asText()).roundedToMilli().isWhole()) {
      found.add(
          list.path().key(resource)
              + ": fractional byte value "
              + GoText.quote(amount.asText())
              + " is invalid, must be an integer");
    }
  }

  /** A later definition is fine only when it builds on the earlier one. */
  private void environment(ViewList<EnvVar> env) {
    Set<String> seen = new HashSet<>();
    for (EnvVar variable : env) {
      String name = variable.name().text();
      if (seen.add(name)) {
        continue;
      }
      String reference = "$(" + name + ")";
      String value = variable.value().text();
      if (variable.valueFrom().present() || value.equals(reference) || !value.contains(reference)) {
        found.add(
            variable.at().path()
                + ": hides previous definition of "
                + GoText.quote(name)
                + ", which may be dropped when using apply");
      }
    }
  }

  private void affinity() {
    PodAffinity near = spec.affinity().podAffinity();
    required(near.requiredDuringSchedulingIgnoredDuringExecution());
    preferred(near.preferredDuringSchedulingIgnoredDuringExecution());
    PodAntiAffinity away = spec.affinity().podAntiAffinity();
    required(away.requiredDuringSchedulingIgnoredDuringExecution());
    preferred(away.preferredDuringSchedulingIgnoredDuringExecution());
  }

  private void required(ViewList<PodAffinityTerm> terms) {
    terms.forEach(term -> noSelector(term.labelSelector()));
  }

  private void preferred(ViewList<WeightedPodAffinityTerm> terms) {
    terms.forEach(term -> noSelector(term.podAffinityTerm().labelSelector()));
  }

  private void noSelector(LabelSelector selector) {
    if (selector.absent()) {
      found.add(selector.at().path() + NO_MATCH);
    }
  }

  private void addresses() {
    for (At server : spec.dnsConfig().nameservers().each()) {
      found.addAll(AddressWarnings.of(server.path(), server.text()));
    }
    for (HostAlias alias : spec.hostAliases()) {
      found.addAll(AddressWarnings.of(alias.ip().path(), alias.ip().text()));
    }
  }
}
