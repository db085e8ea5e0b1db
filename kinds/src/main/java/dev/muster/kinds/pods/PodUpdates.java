package dev.muster.kinds.pods;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.TreeDiff;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What an update of a pod may change: images, the deadline, and little else. */
final class PodUpdates {
  private static final String ONLY =
      "pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,"
          + "`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),"
          + "`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)";

  private final At spec;
  private final ObjectNode old;
  private final Errors errors;

  private PodUpdates(At spec, ObjectNode old, Errors errors) {
    this.spec = spec;
    this.old = old;
    this.errors = errors;
  }

  static void validate(At spec, ObjectNode oldSpec, Errors errors) {
    new PodUpdates(spec, oldSpec, errors).validate();
  }

  private void validate() {
    if (!images("containers") || !images("initContainers") || !deadline()) {
      return;
    }
    Tolerations.validateUpdate(spec.get("tolerations"), old, errors);
    gates();
    if (spec.node().equals(old)) {
      return;
    }
    ObjectNode rest = spec.node().deepCopy();
    putBack(rest);
    if (!old.path("schedulingGates").isEmpty()) {
      GatedPodUpdates.validate(spec, rest, old, errors);
    }
    if (!rest.equals(old)) {
      errors.forbidden(spec.path(), ONLY + "\n" + TreeDiff.of(old, rest));
    }
  }

  /** False when containers were added or removed: then nothing else can be compared. */
  private boolean images(String list) {
    At containers = spec.get(list);
    if (containers.size() != old.path(list).size()) {
      errors.forbidden(containers.path(), "pod updates may not add or remove containers");
      return false;
    }
    for (At container : containers.each()) {
      At image = container.get("image");
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
    At deadline = spec.get("activeDeadlineSeconds");
    JsonNode before = old.path("activeDeadlineSeconds");
    if (deadline.absent()) {
      if (before.isNumber()) {
        errors.invalid(
            deadline.path(), "null", "must not update from a positive integer to nil value");
      }
      return true;
    }
    if (deadline.number() < 0 || deadline.number() > Integer.MAX_VALUE) {
      errors.invalid(deadline, "must be between 0 and " + Integer.MAX_VALUE + ", inclusive");
      return false;
    }
    if (before.isNumber() && before.longValue() < deadline.number()) {
      errors.invalid(deadline, "must be less than or equal to previous value");
      return false;
    }
    return true;
  }

  private void gates() {
    Set<String> before = new HashSet<>();
    Children.each(old, "schedulingGates").forEach(gate -> before.add(Children.text(gate, "name")));
    for (At gate : spec.get("schedulingGates").each()) {
      if (!before.contains(gate.text("name"))) {
        errors.forbidden(
            gate.get("name").path(),
            "only deletion is allowed, but found new scheduling gate '" + gate.text("name") + "'");
      }
    }
  }

  /** Undoes what is allowed, so that the rest can be compared as a whole. */
  private void putBack(ObjectNode changed) {
    for (String list : List.of("containers", "initContainers")) {
      List<ObjectNode> before = Children.each(old, list);
      List<ObjectNode> now = Children.each(changed, list);
      for (int i = 0; i < now.size(); i++) {
        copy("image", before.get(i), now.get(i));
      }
    }
    copy("activeDeadlineSeconds", old, changed);
    copy("schedulingGates", old, changed);
    copy("tolerations", old, changed);
    if (Children.number(old, "terminationGracePeriodSeconds") < 0
        && Children.number(changed, "terminationGracePeriodSeconds") == 1) {
      copy("terminationGracePeriodSeconds", old, changed);
    }
  }

  static void copy(String field, ObjectNode from, ObjectNode to) {
    JsonNode value = from.get(field);
    if (value == null) {
      to.remove(field);
    } else {
      to.set(field, value);
    }
  }
}
