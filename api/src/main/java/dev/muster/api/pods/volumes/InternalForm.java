package dev.muster.api.pods.volumes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.api.field.At;
import java.util.List;

/**
 * A trust bundle projection as the real server shows it in a message: its own unversioned struct,
 * every field by its Go name.
 */
final class InternalForm {
  private InternalForm() {}

  static String of(At trustBundle) {
    ObjectNode shown = JsonNodeFactory.instance.objectNode();
    for (String field : List.of("name", "signerName", "labelSelector", "optional")) {
      JsonNode value = trustBundle.get(field).node();
      shown.set(goName(field), value.isMissingNode() ? JsonNodeFactory.instance.nullNode() : value);
    }
    shown.put("Path", trustBundle.text("path"));
    return shown.toString();
  }

  private static String goName(String field) {
    return Character.toUpperCase(field.charAt(0)) + field.substring(1);
  }
}
