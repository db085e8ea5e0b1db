package dev.muster.kinds.pods;

import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.TreeDiff;
import dev.muster.views.CoreV1.Container;
import dev.muster.views.CoreV1.MutableContainer;
import dev.muster.views.CoreV1.MutablePodSpec;
import dev.muster.views.CoreV1.PodSchedulingGate;
import dev.muster.views.CoreV1.PodSpec;
import dev.muster.views.ViewList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What an update of a pod may change: images, the deadline, and little else. */
final class PodUpdates {
  private static final String ONLY =
      "pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,"
          + "`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),"
          + "`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)";

  private final PodSpec spec;
  private final PodSpec old;
  private final Errors errors;

  private PodUpdates(PodSpec spec, PodSpec old, Errors errors) {
    this.spec = spec;
    this.old = old;
    this.errors = errors;
  }

  static void validate(PodSpec spec, PodSpec oldSpec, Errors errors) {
    new PodUpdates(spec, oldSpec, errors).validate();
  }

  private void validate() {
    if (!images(spec.containers(), old.containers())
        || !images(spec.initContainers(), old.initContainers())
        || !deadline()) {
      return;
    }
    Tolerations.validateUpdate(spec.tolerations(), old.tolerations(), errors);
    gates();
    if (spec.tree().equals(old.tree())) {
      return;
    }
    MutablePodSpec rest = MutablePodSpec.copyOf(spec);
    putBack(rest);
    if (!old.schedulingGates().isEmpty()) {
      GatedPodUpdates.validate(spec, rest, old, errors);
    }
    if (!rest.tree().equals(old.tree())) {
      errors.forbidden(spec.at().path(), ONLY + "\n" + TreeDiff.of(old.tree(), rest.tree()));
    }
  }

  /** False when containers were added or removed: then nothing else can be compared. */
  private boolean images(ViewList<Container> containers, ViewList<Container> before) {
    if (containers.size() != before.size()) {
      errors.forbidden(containers.at().path(), "pod updates may not add or remove containers");
      return false;
    }
    for (Container container : containers) {
      At image = container.image();
      if (image.empty()) {
        errors.required(image.path(), "");
      }
      if (!image.text().equals(GoSpace.trim(image.text()))) {
        errors.invalid(image, "must not have leading or trailing whitespace");
      }
    }
    return true;
  }

  /** A deadline can be set, and then only come nearer. */
  private boolean deadline() {
    At deadline = spec.activeDeadlineSeconds();
    At before = old.activeDeadlineSeconds();
    if (deadline.absent()) {
      if (before.present()) {
        errors.invalid(
            deadline.path(), "null", "must not update from a positive integer to nil value");
      }
      return true;
    }
    if (deadline.number() < 0 || deadline.number() > Integer.MAX_VALUE) {
      errors.invalid(deadline, "must be between 0 and " + Integer.MAX_VALUE + ", inclusive");
      return false;
    }
    if (before.present() && before.number() < deadline.number()) {
      errors.invalid(deadline, "must be less than or equal to previous value");
      return false;
    }
    return true;
  }

  private void gates() {
    Set<String> before = new HashSet<>();
    old.schedulingGates().forEach(gate -> before.add(gate.name().text()));
    for (PodSchedulingGate gate : spec.schedulingGates()) {
      At name = gate.name();
      if (!before.contains(name.text())) {
        errors.forbidden(
            name.path(),
            "only deletion is allowed, but found new scheduling gate '" + name.text() + "'");
      }
    }
  }

  /** Undoes what is allowed, so that the rest can be compared as a whole. */
  private void putBack(MutablePodSpec changed) {
    images(changed.containers().each(), old.containers());
    images(changed.initContainers().each(), old.initContainers());
    changed.activeDeadlineSeconds().copy(old.activeDeadlineSeconds().node());
    changed.schedulingGates().copy(old.schedulingGates().at().node());
    changed.tolerations().copy(old.tolerations().at().node());
    At grace = old.terminationGracePeriodSeconds();
    if (grace.number() < 0 && changed.terminationGracePeriodSeconds().number() == 1) {
      changed.terminationGracePeriodSeconds().copy(grace.node());
    }
  }

  private static void images(List<MutableContainer> now, ViewList<Container> before) {
    for (int i = 0; i < now.size(); i++) {
      now.get(i).image().copy(before.get(i).image().node());
    }
  }
}
