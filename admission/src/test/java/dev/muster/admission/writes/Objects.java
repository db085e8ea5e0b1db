package dev.muster.admission.writes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.KubernetesKinds;
import dev.muster.model.codec.Decoder;
import dev.muster.model.codec.Yaml;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import java.nio.charset.StandardCharsets;

/** Objects as the server holds them. */
public final class Objects {
  public static final Kinds KINDS = KubernetesKinds.kinds();

  private Objects() {}

  /** Decoded and defaulted. */
  public static ObjectNode yaml(String text) {
    return of(Yaml.toTree(text.getBytes(StandardCharsets.UTF_8)));
  }

  /** Decoded and defaulted. */
  public static ObjectNode of(JsonNode tree) {
    Kind kind = kind(tree);
    ObjectNode object = Decoder.decode(kind.type(), tree).object();
    kind.strategy().applyDefaults(object);
    return object;
  }

  public static Kind kind(JsonNode object) {
    return KINDS
        .byKind(object.get("apiVersion").asText(), object.get("kind").asText())
        .orElseThrow();
  }
}
