package dev.muster.kinds.pods.security;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
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

  static void validate(At profile, Errors errors) {
    if (profile.absent()) {
      return;
    }
    At type = profile.get("type");
    At local = profile.get("localhostProfile");
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
  public static List<String> adoptAnnotations(ObjectNode pod) {
    List<String> warnings = new ArrayList<>();
    At at = At.root(pod);
    At spec = at.get("spec");
    if (spec.get("os").text("name").equals("windows")) {
      return warnings;
    }
    JsonNode podProfile = spec.get("securityContext", "appArmorProfile").node();
    for (At container : VisitedContainers.of(spec)) {
      String key = ANNOTATION + container.text("name");
      At annotation = at.get("metadata", "annotations").get(key);
      if (annotation.absent() || container.get("securityContext").has("appArmorProfile")) {
        continue;
      }
      Optional<ObjectNode> profile = named(annotation.text());
      boolean differs = profile.isPresent() && !profile.get().equals(podProfile);
      if (differs && container.node() instanceof ObjectNode node) {
        ObjectNode context =
            node.get("securityContext") instanceof ObjectNode given
                ? given
                : node.putObject("securityContext");
        context.set("appArmorProfile", profile.get());
      }
      if (differs || profile.isEmpty()) {
        warnings.add(at.get("metadata", "annotations").path().key(key) + DEPRECATED);
      }
    }
    return warnings;
  }

  /** The profile that an annotation's value names, if it is in order. */
  private static Optional<ObjectNode> named(String value) {
    ObjectNode profile = JsonNodeFactory.instance.objectNode();
    if (value.equals("unconfined")) {
      profile.put("type", "Unconfined");
    } else if (value.equals("runtime/default")) {
      profile.put("type", "RuntimeDefault");
    } else if (value.startsWith(LOCALHOST)) {
      profile.put("type", "Localhost").put("localhostProfile", value.substring(LOCALHOST.length()));
    }
    Errors errors = new Errors();
    validate(At.root(profile), errors);
    return errors.isEmpty() ? Optional.of(profile) : Optional.empty();
  }
}
