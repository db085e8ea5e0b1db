package dev.muster.admission.podsecurity;

import dev.muster.views.CoreV1.SELinuxOptions;
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
    boolean ofPod = bad(pod.context().seLinuxOptions());
    List<String> containers = pod.containersWith(c -> bad(c.seLinuxOptions()));
    if (!ofPod && containers.isEmpty()) {
      return Optional.empty();
    }
    List<SELinuxOptions> labels = new ArrayList<>();
    labels.add(pod.context().seLinuxOptions());
    pod.containers().forEach(c -> labels.add(c.securityContext().seLinuxOptions()));
    return Optional.of(
        new Violation(
            "seLinuxOptions",
            Words.setters(ofPod, containers)
                + " set forbidden securityContext.seLinuxOptions: "
                + String.join("; ", faults(labels))));
  }

  private List<String> faults(List<SELinuxOptions> labels) {
    List<String> faults = new ArrayList<>();
    TreeSet<String> types = new TreeSet<>();
    labels.stream().map(l -> l.type().text()).filter(t -> !allowed.contains(t)).forEach(types::add);
    if (!types.isEmpty()) {
      faults.add(Words.plural(types.size(), "type ", "types ") + Words.quoted(types));
    }
    if (labels.stream().anyMatch(l -> !l.user().text().isEmpty())) {
      faults.add("user may not be set");
    }
    if (labels.stream().anyMatch(l -> !l.role().text().isEmpty())) {
      faults.add("role may not be set");
    }
    return faults;
  }

  private boolean bad(SELinuxOptions label) {
    return !allowed.contains(label.type().text())
        || !label.user().text().isEmpty()
        || !label.role().text().isEmpty();
  }
}
