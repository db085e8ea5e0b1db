package dev.muster.kinds.pods;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.base.go.GoText;
import dev.muster.kinds.pods.security.SecurityWarnings;
import dev.muster.kinds.pods.volumes.VolumeRules;
import dev.muster.model.field.At;
import dev.muster.model.names.Names;
import dev.muster.model.net.AddressWarnings;
import dev.muster.model.quantity.Quantity;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What is accepted in a pod or a template although it hardly is what the writer wants. */
final class PodWarnings {
  private static final String NO_MATCH = ": a null labelSelector results in matching no pod";
  private static final List<String> BYTES =
      List.of(ResourceNames.MEMORY, ResourceNames.EPHEMERAL_STORAGE);

  private final At spec;
  private final At annotations;
  private final At holder;
  private final List<String> found = new ArrayList<>();

  private PodWarnings(At podOrTemplate) {
    this.holder = podOrTemplate;
    this.spec = podOrTemplate.get("spec");
    this.annotations = podOrTemplate.get("metadata", "annotations");
  }

  /** For a pod that is created. Updates of pods give no warnings. */
  static List<String> ofPod(ObjectNode pod) {
    List<String> all = new ArrayList<>();
    String name = pod.path("metadata").path("name").asText();
    List<String> faults = Names.label(name, false);
    if (!faults.isEmpty()) {
      all.add(
          "metadata.name: this is used in the Pod's hostname, which can result in surprising behavior; a DNS label is recommended: ["
              + String.join(" ", faults)
              + "]");
    }
    all.addAll(new PodWarnings(At.root(pod)).collect());
    return all;
  }

  static List<String> ofTemplate(At template) {
    return new PodWarnings(template).collect();
  }

  /** Addresses in a status that are written in an odd way. */
  static List<String> ofStatus(ObjectNode pod) {
    List<String> all = new ArrayList<>();
    for (String list : List.of("podIPs", "hostIPs")) {
      for (At address : At.root(pod).get("status", list).each()) {
        all.addAll(AddressWarnings.of(address.get("ip").path(), address.text("ip")));
      }
    }
    return all;
  }

  private List<String> collect() {
    found.addAll(NodeLabelWarnings.of(spec));
    for (At constraint : spec.get("topologySpreadConstraints").each()) {
      NodeLabelWarnings.topologyKey(constraint, found);
      noSelector(constraint);
    }
    DeprecatedAnnotations.of(annotations, found);
    found.addAll(VolumeRules.warnings(spec));
    duplicates("hostAliases", "ip");
    duplicates("imagePullSecrets", "name");
    for (At secret : spec.get("imagePullSecrets").each()) {
      if (secret.get("name").empty()) {
        found.add(secret.get("name").path() + ": invalid empty name \"\"");
      }
    }
    BYTES.forEach(name -> fractional(spec.get("overhead"), name));
    found.addAll(SecurityWarnings.of(holder));
    ContainerLists.visited(spec).forEach(this::container);
    found.addAll(PortWarnings.of(spec));
    At grace = spec.get("terminationGracePeriodSeconds");
    if (grace.number() < 0) {
      found.add(
          grace.path() + ": must be >= 0; negative values are invalid and will be treated as 1");
    }
    affinity();
    addresses();
    return found;
  }

  private void duplicates(String list, String key) {
    Set<String> seen = new HashSet<>();
    for (At item : spec.get(list).each()) {
      if (!seen.add(item.text(key))) {
        found.add(item.get(key).path() + ": duplicate " + key + " " + GoText.quote(item.text(key)));
      }
    }
  }

  private void container(At container) {
    found.addAll(SecurityWarnings.of(holder, container));
    for (String resource : BYTES) {
      fractional(container.get("resources", "limits"), resource);
      fractional(container.get("resources", "requests"), resource);
    }
    environment(container.get("env"));
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
  private void environment(At env) {
    Set<String> seen = new HashSet<>();
    for (At variable : env.each()) {
      String name = variable.text("name");
      if (seen.add(name)) {
        continue;
      }
      String reference = "$(" + name + ")";
      String value = variable.text("value");
      if (variable.has("valueFrom") || value.equals(reference) || !value.contains(reference)) {
        found.add(
            variable.path()
                + ": hides previous definition of "
                + GoText.quote(name)
                + ", which may be dropped when using apply");
      }
    }
  }

  private void affinity() {
    for (String kind : List.of("podAffinity", "podAntiAffinity")) {
      At pods = spec.get("affinity", kind);
      pods.get("requiredDuringSchedulingIgnoredDuringExecution").each().forEach(this::noSelector);
      pods.get("preferredDuringSchedulingIgnoredDuringExecution")
          .each()
          .forEach(w -> noSelector(w.get("podAffinityTerm")));
    }
  }

  private void noSelector(At term) {
    if (!term.has("labelSelector")) {
      found.add(term.get("labelSelector").path() + NO_MATCH);
    }
  }

  private void addresses() {
    for (At server : spec.get("dnsConfig", "nameservers").each()) {
      found.addAll(AddressWarnings.of(server.path(), server.text()));
    }
    for (At alias : spec.get("hostAliases").each()) {
      found.addAll(AddressWarnings.of(alias.get("ip").path(), alias.text("ip")));
    }
  }
}
