package dev.muster.kinds.pods.security;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.views.CoreV1.AppArmorProfile;
import dev.muster.views.CoreV1.Container;
import dev.muster.views.CoreV1.MutableAppArmorProfile;
import dev.muster.views.CoreV1.MutableContainer;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.CoreV1.PodSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** AppArmor profiles: the field, and how it follows the annotations that came before it. */
public final class AppArmor {
  static final String ANNOTATION = "container.apparmor.security.beta.kubernetes.io/";
  static final String DEPRECATED =
      ": deprecated since v1.30; use the \"appArmorProfile\" field instead";
  static final String LOCALHOST = "localhost/";
  private static final List<String> TYPES = List.of("Localhost", "RuntimeDefault", "Unconfined");
  private static final int MAX_PROFILE = 4095;

  private AppArmor() {}

  static void validate(AppArmorProfile profile, Errors errors) {
    if (profile.absent()) {
      return;
    }
    At type = profile.type();
    At local = profile.localhostProfile();
    switch (type.text()) {
      case "Localhost" -> localhost(local, errors);
      case "RuntimeDefault", "Unconfined" -> {
        if (local.present()) {
          errors.invalid(local, "can only be set when AppArmor type is Localhost");
        }
      }
      case "" -> errors.required(type.path(), "type is required when appArmorProfile is set");
      default -> errors.unsupported(type, TYPES);
    }
  }

  private static void localhost(At local, Errors errors) {
    String text = local.text();
    if (local.present() && !text.strip().equals(text)) {
      errors.invalid(local, "must not be padded with whitespace");
    } else if (text.isEmpty()) {
      errors.required(local.path(), "must be set when AppArmor type is Localhost");
    }
    if (text.length() > MAX_PROFILE) {
      errors.tooLong(local.path(), MAX_PROFILE);
    }
  }

  /**
   * Gives each container without a profile the one its annotation names, unless that is the pod's
   * anyway. For pods being created; what the annotation says stays as it is.
   *
   * @return a warning for each annotation that was needed or could not be understood
   */
  public static List<String> adoptAnnotations(ObjectNode tree) {
    List<String> warnings = new ArrayList<>();
    Pod pod = Pod.of(tree);
    PodSpec spec = pod.spec();
    if (spec.os().name().text().equals("windows")) {
      return warnings;
    }
    At annotations = pod.metadata().annotations();
    JsonNode podProfile = spec.securityContext().appArmorProfile().tree();
    for (Container container : VisitedContainers.of(spec)) {
      String key = ANNOTATION + container.name().text();
      At annotation = annotations.get(key);
      if (annotation.absent() || container.securityContext().appArmorProfile().present()) {
        continue;
      }
      Optional<MutableAppArmorProfile> profile = named(annotation.text());
      boolean differs = profile.isPresent() && !profile.get().tree().equals(podProfile);
      if (differs && container.tree() instanceof ObjectNode node) {
        MutableContainer.of(node).securityContext().ensure().appArmorProfile(profile.get());
      }
      if (differs || profile.isEmpty()) {
        warnings.add(annotations.path().key(key) + DEPRECATED);
      }
    }
    return warnings;
  }

  /** The profile that an annotation's value names, if it is in order. */
  private static Optional<MutableAppArmorProfile> named(String value) {
    MutableAppArmorProfile profile = MutableAppArmorProfile.create();
    if (value.equals("unconfined")) {
      profile.type("Unconfined");
    } else if (value.equals("runtime/default")) {
      profile.type("RuntimeDefault");
    } else if (value.startsWith(LOCALHOST)) {
      profile.type("Localhost").localhostProfile(value.substring(LOCALHOST.length()));
    }
    Errors errors = new Errors();
    validate(profile.reading(), errors);
    return errors.isEmpty() ? Optional.of(profile) : Optional.empty();
  }
}
