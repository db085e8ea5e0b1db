package dev.muster.kinds.pods;

import com.fasterxml.jackson.databind.node.MissingNode;
import dev.muster.base.go.GoText;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.views.CoreV1.Container;
import dev.muster.views.CoreV1.EphemeralContainer;
import dev.muster.views.CoreV1.PodSpec;
import dev.muster.views.CoreV1.ResourceRequirements;
import dev.muster.views.CoreV1.VolumeMount;
import dev.muster.views.View;
import dev.muster.views.ViewList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The three lists of containers in a pod's spec, each with its own rules. */
final class ContainerLists {
  private static final String NO_HOOKS =
      "may not be set for init containers without restartPolicy=Always";
  private static final String NOT_EPHEMERAL = "cannot be set for an Ephemeral Container";

  private final PodSpec spec;
  private final ContainerValidation each;
  private final Errors errors;

  ContainerLists(PodSpec spec, Set<String> volumes, Errors errors) {
    this.spec = spec;
    this.each = new ContainerValidation(spec, volumes, errors);
    this.errors = errors;
  }

  void validate() {
    regular();
    init();
    ephemeral();
  }

  private void regular() {
    ViewList<Container> containers = spec.containers();
    if (containers.size() == 0) {
      errors.required(containers.at().path(), "");
      return;
    }
    Set<String> names = new HashSet<>();
    for (Container container : containers) {
      each.common(container);
      if (!names.add(container.name().text())) {
        duplicateName(container);
      }
      ProbeRules.validate(container, spec, errors);
      RestartPolicies.ofContainer(container, errors);
    }
    ContainerPorts.hostPortConflicts(containers, errors);
  }

  private void init() {
    ViewList<Container> containers = spec.initContainers();
    Set<String> names = names(spec.containers());
    for (Container container : containers) {
      each.common(container);
      RestartPolicies.ofInitContainer(container, errors);
      String name = container.name().text();
      if (names.contains(name)) {
        duplicateName(container);
      } else if (!name.isEmpty()) {
        names.add(name);
      }
      // init containers run one by one, and each conflict is told at the first one's place
      ContainerPorts.hostPortConflicts(
          List.of(new Container(new At(container.tree(), containers.at().path().index(0)))),
          errors);
      if (container.restartPolicy().text().equals("Always")) {
        ProbeRules.validate(container, spec, errors);
      } else {
        for (View hook : hooks(container)) {
          if (hook.present()) {
            errors.forbidden(hook.at().path(), NO_HOOKS);
          }
        }
      }
    }
  }

  private static List<View> hooks(Container container) {
    return List.of(
        container.lifecycle(),
        container.livenessProbe(),
        container.readinessProbe(),
        container.startupProbe());
  }

  private void ephemeral() {
    Set<String> targets = names(spec.containers());
    targets.addAll(names(spec.initContainers()));
    Set<String> names = new HashSet<>(targets);
    for (EphemeralContainer ephemeral : spec.ephemeralContainers()) {
      Container container = new Container(ephemeral.at());
      each.common(container);
      each.image(container);
      if (!names.add(container.name().text())) {
        duplicateName(container);
      }
      At target = ephemeral.targetContainerName();
      if (!target.empty() && !targets.contains(target.text())) {
        errors.notFound(target.path(), GoText.quote(target.text()));
      }
      for (At field : neverEphemeral(container)) {
        if (field.present()) {
          errors.forbidden(field.path(), NOT_EPHEMERAL);
        }
      }
      for (VolumeMount mount : container.volumeMounts()) {
        for (At sub : List.of(mount.subPath(), mount.subPathExpr())) {
          if (!sub.empty()) {
            errors.forbidden(sub.path(), NOT_EPHEMERAL);
          }
        }
      }
    }
  }

  /** Resources are always there, and count only if they say something. */
  private static List<At> neverEphemeral(Container container) {
    ResourceRequirements resources = container.resources();
    return List.of(
        container.ports().at(),
        resources.empty()
            ? new At(MissingNode.getInstance(), resources.at().path())
            : resources.at(),
        container.resizePolicy().at(),
        container.restartPolicy(),
        container.restartPolicyRules().at(),
        container.livenessProbe().at(),
        container.readinessProbe().at(),
        container.startupProbe().at(),
        container.lifecycle().at());
  }

  /** What only pods must satisfy; templates may be looser. */
  void validateForPod() {
    spec.containers().forEach(each::image);
    spec.initContainers().forEach(each::image);
  }

  private Set<String> names(ViewList<Container> list) {
    Set<String> names = new HashSet<>();
    list.forEach(container -> names.add(container.name().text()));
    return names;
  }

  private void duplicateName(Container container) {
    errors.duplicate(container.name().path(), GoText.quote(container.name().text()));
  }
}
