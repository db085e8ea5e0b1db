package dev.muster.admission.podsecurity;

import dev.muster.model.field.At;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Check of SELinux labels: containers' own types, and no user or role. */
record SeLinuxCheck(Set<String> allowed) implements Check.Rule {
  static final Set<String> TYPES = Set.of("", "container_t", "container_init_t", "container_kvm_t");
  static final Set<String> TYPES_1_31 =
      Set.of("", "container_t", "container_init_t", "container_kvm_t", "container_engine_t");

  static Check.Rule allowing(Set<String> types) {
    return new SeLinuxCheck(types);
  }

  @Override
  public Optional<Violation> check(CheckedPod pod) {
    boolean ofPod = bad(pod.context());
    List<String> containers = pod.containersWith(this::bad);
    if (!ofPod && containers.isEmpty()) {
      return Optional.empty();
    }
    List<At> labels = new ArrayList<>();
    labels.add(pod.context().get("seLinuxOptions"));
    pod.containers().forEach(c -> labels.add(c.get("securityContext", "seLinuxOptions")));
    return Optional.of(
        new Violation(
            "seLinuxOptions",
            Words.setters(ofPod, containers)
                + " set forbidden securityContext.seLinuxOptions: "
                + String.join("; ", faults(labels))));
  }

  private List<String> faults(List<At> labels) {
    List<String> faults = new ArrayList<>();
    TreeSet<String> types = new TreeSet<>();
    labels.stream().map(l -> l.text("type")).filter(t -> !allowed.contains(t)).forEach(types::add);
    if (!types.isEmpty()) {
      faults.add(Words.plural(types.size(), "type ", "types ") + Words.quoted(types));
    }
    for (String part : List.of("user", "role")) {
      if (labels.stream().anyMatch(l -> !l.text(part).isEmpty())) {
        faults.add(part + " may not be set");
      }
    }
    return faults;
  }

  private boolean bad(At context) {
    At label = context.get("seLinuxOptions");
    return !allowed.contains(label.text("type"))
        || !label.text("user").isEmpty()
        || !label.text("role").isEmpty();
  }
}
