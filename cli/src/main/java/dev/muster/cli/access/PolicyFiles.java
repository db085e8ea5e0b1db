package dev.muster.cli.access;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.authz.rbac.RbacJson;
import dev.muster.authz.rbac.RbacKind;
import dev.muster.authz.rbac.RbacObject;
import dev.muster.authz.rbac.RoleRef;
import dev.muster.cli.manifests.ManifestFiles;
import dev.muster.kinds.KubernetesKinds;
import dev.muster.model.scheme.Kind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Roles and bindings in YAML and JSON files; objects of other kinds are passed over. */
final class PolicyFiles {
  private PolicyFiles() {}

  static List<RbacObject> read(List<Path> paths) throws IOException {
    List<RbacObject> found = new ArrayList<>();
    for (ObjectNode object : ManifestFiles.read(paths)) {
      String apiVersion = object.path("apiVersion").asText();
      if (apiVersion.startsWith(RoleRef.API_GROUP + "/")) {
        RbacKind.ofKind(object.path("kind").asText())
            .ifPresent(kind -> found.add(RbacJson.read(kind, current(object, apiVersion))));
      }
    }
    return found;
  }

  /** In the current version, whichever it was written in. */
  private static ObjectNode current(ObjectNode object, String apiVersion) {
    Optional<Kind> older =
        KubernetesKinds.kinds().known().stream()
            .filter(k -> k.apiVersion().equals(apiVersion))
            .filter(k -> k.kind().equals(object.path("kind").asText()))
            .findFirst();
    return older.map(kind -> kind.conversion().toStored(object)).orElse(object);
  }
}
