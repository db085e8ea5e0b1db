package dev.muster.api.pods.security;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.api.field.At;
import java.util.List;
import java.util.Map;

/**
 * A security context as the real server shows it in a message: its own unversioned struct, every
 * field by its Go name, absent ones null.
 */
final class InternalForm {
  private static final List<String> CONTEXT =
      List.of(
          "capabilities",
          "privileged",
          "seLinuxOptions",
          "windowsOptions",
          "runAsUser",
          "runAsGroup",
          "runAsNonRoot",
          "readOnlyRootFilesystem",
          "allowPrivilegeEscalation",
          "procMount",
          "seccompProfile",
          "appArmorProfile");
  private static final List<String> PROFILE = List.of("type", "localhostProfile");
  private static final Map<String, List<String>> STRUCTS =
      Map.of(
          "capabilities", List.of("add", "drop"),
          "seLinuxOptions", List.of("user", "role", "type", "level"),
          "windowsOptions",
              List.of(
                  "gmsaCredentialSpecName", "gmsaCredentialSpec", "runAsUserName", "hostProcess"),
          "seccompProfile", PROFILE,
          "appArmorProfile", PROFILE);
  private static final List<String> NEVER_NULL = List.of("user", "role", "type", "level");

  private InternalForm() {}

  static String ofContext(At context) {
    return escaped(struct(context.node(), CONTEXT));
  }

  static String ofProfile(At profile) {
    return escaped(struct(profile.node(), PROFILE));
  }

  private static ObjectNode struct(JsonNode from, List<String> fields) {
    ObjectNode out = JsonNodeFactory.instance.objectNode();
    for (String field : fields) {
      JsonNode value = from.get(field);
      if (value == null || value.isNull()) {
        out.set(goName(field), absent(field));
      } else {
        List<String> nested = STRUCTS.get(field);
        out.set(goName(field), nested == null ? value : struct(value, nested));
      }
    }
    return out;
  }

  private static JsonNode absent(String field) {
    return NEVER_NULL.contains(field)
        ? JsonNodeFactory.instance.textNode("")
        : JsonNodeFactory.instance.nullNode();
  }

  private static String goName(String field) {
    if (field.startsWith("gmsa")) {
      return "GMSA" + field.substring(4);
    }
    if (field.startsWith("seLinux")) {
      return "SELinux" + field.substring(7);
    }
    return Character.toUpperCase(field.charAt(0)) + field.substring(1);
  }

  private static String escaped(ObjectNode shown) {
    return shown.toString().replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026");
  }
}
