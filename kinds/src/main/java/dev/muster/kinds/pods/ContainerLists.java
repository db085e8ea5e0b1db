package dev.muster.kinds.pods;

import dev.muster.base.go.GoText;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The three lists of containers in a pod's spec, each with its own rules. */
final class ContainerLists {
  private static final String NO_HOOKS =
      "may not be set for init containers without restartPolicy=Always";
  private static final String NOT_EPHEMERAL = "cannot be set for an Ephemeral Container";
  private static final List<String> HOOKS =
      List.of("lifecycle", "livenessProbe", "readinessProbe", "startupProbe");
  private static final List<String> NEVER_EPHEMERAL =
      List.of(
          "ports",
          "resources",
          "resizePolicy",
          "restartPolicy",
          "restartPolicyRules",
          "livenessProbe",
          "readinessProbe",
          "startupProbe",
          "lifecycle");

  private final At spec;
  private final ContainerValidation each;
  private final Errors errors;

  ContainerLists(At spec, Set<String> volumes, Errors errors) {
    this.spec = spec;
    this.each = new ContainerValidation(spec, volumes, errors);
    this.errors = errors;
  }

  /** All containers in the order in which they are visited: init, regular, ephemeral. */
  static List<At> visited(At spec) {
    List<At> all = new ArrayList<>(spec.get("initContainers").each());
    all.addAll(spec.get("containers").each());
    all.addAll(spec.get("ephemeralContainers").each());
    return all;
  }

  void validate() {
    regular();
    init();
    ephemeral();
  }

  private void regular() {
    At containers = spec.get("containers");
    if (containers.size() == 0) {
      errors.required(containers.path(), "");
      return;
    }
    Set<String> names = new HashSet<>();
    for (At container : containers.each()) {
      each.common(container);
      if (!names.add(container.text("name"))) {
        duplicateName(container);
      }
      ProbeRules.validate(container, spec, errors);
      RestartPolicies.ofContainer(container, errors);
    }
    ContainerPorts.hostPortConflicts(containers.each(), errors);
  }

  private void init() {
    At containers = spec.get("initContainers");
    Set<String> names = names("containers");
    for (At container : containers.each()) {
      each.common(container);
      RestartPolicies.ofInitContainer(container, errors);
      String name = container.text("name");
      if (names.contains(name)) {
        duplicateName(container);
      } else if (!name.isEmpty()) {
        names.add(name);
      }
      // init containers run one by one, and each conflict is told at the first one's place
      ContainerPorts.hostPortConflicts(
          List.of(new At(container.node(), containers.path().index(0))), errors);
      if (container.text("restartPolicy").equals("Always")) {
        ProbeRules.validate(container, spec, errors);
      } else {
        HOOKS.stream()
            .filter(container::has)
            .forEach(hook -> errors.forbidden(container.get(hook).path(), NO_HOOKS));
      }
    }
  }

  private void ephemeral() {
    Set<String> targets = names("containers");
    targets.addAll(names("initContainers"));
    Set<String> names = new HashSet<>(targets);
    for (At container : spec.get("ephemeralContainers").each()) {
      each.common(container);
      each.image(container);
      if (!names.add(container.text("name"))) {
        duplicateName(container);
      }
      At target = container.get("targetContainerName");
      if (!target.empty() && !targets.contains(target.text())) {
        errors.notFound(target.path(), GoText.quote(target.text()));
      }
      NEVER_EPHEMERAL.stream()
          .filter(field -> isSet(container.get(field), field))
          .forEach(field -> errors.forbidden(container.get(field).path(), NOT_EPHEMERAL));
      for (At mount : container.get("volumeMounts").each()) {
        for (String sub : List.of("subPath", "subPathExpr")) {
          if (!mount.get(sub).empty()) {
            errors.forbidden(mount.get(sub).path(), NOT_EPHEMERAL);
          }
        }
      }
    }
  }

  /** Resources are always there; anything else is there only if it was set. */
  private static boolean isSet(At value, String field) {
    return value.present() && !(field.equals("resources") && value.empty());
  }

  /** What only pods must satisfy; templates may be looser. */
  void validateForPod() {
    spec.get("containers").each().forEach(each::image);
    spec.get("initContainers").each().forEach(each::image);
  }

  private Set<String> names(String list) {
    Set<String> names = new HashSet<>();
    spec.get(list).each().forEach(c -> names.add(c.text("name")));
    return names;
  }

  private void duplicateName(At container) {
    errors.duplicate(container.get("name").path(), GoText.quote(container.text("name")));
  }
}
