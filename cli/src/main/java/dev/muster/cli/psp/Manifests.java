package dev.muster.cli.psp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.cli.manifests.ManifestFiles;
import dev.muster.kinds.KubernetesKinds;
import dev.muster.model.codec.DecodeException;
import dev.muster.model.codec.Decoder;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The objects in YAML and JSON files, decoded and with defaults as a server would have them. */
final class Manifests {
  private static final Kinds KINDS = KubernetesKinds.kinds();

  private Manifests() {}

  static List<ObjectNode> read(List<Path> paths) throws IOException {
    List<ObjectNode> found = new ArrayList<>();
    for (ObjectNode object : ManifestFiles.read(paths)) {
      try {
        kind(object).ifPresent(kind -> found.add(canonical(kind, object)));
      } catch (DecodeException e) {
        throw new IOException(object.path("metadata").path("name") + ": " + e.getMessage(), e);
      }
    }
    return found;
  }

  /** The kind of an object, if it is one of Kubernetes'. */
  static Optional<Kind> kind(JsonNode object) {
    return KINDS.byKind(object.path("apiVersion").asText(), object.path("kind").asText());
  }

  static ObjectNode canonical(Kind kind, JsonNode tree) {
    ObjectNode object = Decoder.decode(kind.type(), tree).object();
    kind.strategy().applyDefaults(object);
    return object;
  }
}
