package dev.muster.kinds.pods;

import dev.muster.kinds.pods.security.ContainerSecurity;
import dev.muster.kinds.pods.volumes.VolumeMounts;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.names.Names;
import dev.muster.views.CoreV1.Container;
import dev.muster.views.CoreV1.PodSpec;
import java.util.List;
import java.util.Set;

/** What all containers of a pod must satisfy, whichever list they are in. */
final class ContainerValidation {
  private static final List<String> PULL_POLICIES = List.of("Always", "IfNotPresent", "Never");
  private static final List<String> MESSAGE_POLICIES = List.of("File", "FallbackToLogsOnError");

  private final PodSpec spec;
  private final Set<String> volumes;
  private final Set<String> blocks;
  private final Set<String> claims;
  private final Errors errors;

  ContainerValidation(PodSpec spec, Set<String> volumes, Errors errors) {
    this.spec = spec;
    this.volumes = volumes;
    this.blocks = VolumeMounts.blocks(spec.volumes());
    this.claims = ResourceClaims.names(spec.resourceClaims());
    this.errors = errors;
  }

  void common(Container container) {
    At name = container.name();
    if (name.empty()) {
      errors.required(name.path(), "");
    } else {
      Names.label(name.text(), false).forEach(f -> errors.invalid(name, f));
    }
    if (container.image().empty()) {
      errors.required(container.image().path(), "");
    }
    oneOf(container.terminationMessagePolicy(), MESSAGE_POLICIES);
    ContainerPorts.validate(container.ports(), errors);
    Environment.validate(container.env(), errors);
    Environment.validateFrom(container.envFrom(), errors);
    VolumeMounts.validate(container, volumes, blocks, errors);
    oneOf(container.imagePullPolicy(), PULL_POLICIES);
    Requirements.ofContainer(container.resources(), claims, errors);
    RestartPolicies.onResize(container.resizePolicy(), spec.restartPolicy().text(), errors);
    ContainerSecurity.validate(container, spec, errors);
  }

  /** The rule for images that templates need not keep. */
  void image(Container container) {
    At image = container.image();
    if (!image.text().equals(GoSpace.trim(image.text()))) {
      errors.invalid(image, "must not have leading or trailing whitespace");
    }
  }

  private void oneOf(At value, List<String> supported) {
    if (value.empty()) {
      errors.required(value.path(), "");
    } else if (!supported.contains(value.text())) {
      errors.unsupported(value, supported);
    }
  }
}
