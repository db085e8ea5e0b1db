package dev.muster.cli.access;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.apiserver.request.RequestInfo;
import dev.muster.apiserver.request.RequestLine;
import dev.muster.authz.rbac.RoleRef;
import dev.muster.cli.manifests.Manifest;
import dev.muster.cli.manifests.ManifestFiles;
import dev.muster.kinds.KubernetesKinds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What the files of a question are: a policy to ask instead of a cluster, the object that would be
 * written, or both.
 *
 * @param policy where roles and bindings are looked for
 * @param offline whether they are asked instead of a cluster
 */
record WhyFiles(List<Manifest> policy, Optional<ObjectNode> object, boolean offline) {

  /**
   * Reads them. What -f names is policy, except that beside a {@code --request} that writes the
   * document of the kind that it writes is the object, and so is whatever stands there alone.
   *
   * @throws IOException with a sentence if they cannot be read, or there are several objects
   */
  static WhyFiles read(List<Path> files, Optional<Path> object, Optional<RequestLine> line)
      throws IOException {
    List<Manifest> given = ManifestFiles.documents(files);
    if (object.isPresent()) {
      List<Manifest> objects = ManifestFiles.documents(List.of(object.get()));
      return new WhyFiles(given, one(objects, object.get().toString()), !files.isEmpty());
    }
    List<Manifest> objects = line.map(asked -> written(asked.info(), given)).orElse(List.of());
    if (objects.isEmpty()) {
      if (line.isPresent() && !given.isEmpty() && given.stream().noneMatch(WhyFiles::isPolicy)) {
        throw new IOException("-f: there is neither a role or binding nor what the request writes");
      }
      return new WhyFiles(given, Optional.empty(), !files.isEmpty());
    }
    boolean policy = given.stream().anyMatch(each -> isPolicy(each) && !objects.contains(each));
    return new WhyFiles(given, one(objects, "-f"), policy);
  }

  private static List<Manifest> written(RequestInfo info, List<Manifest> given) {
    if (!info.resourceRequest() || !List.of("create", "update", "patch").contains(info.verb())) {
      return List.of();
    }
    if (given.size() == 1) {
      boolean policy = isPolicy(given.getFirst()) && !info.group().equals(RoleRef.API_GROUP);
      return policy ? List.of() : given;
    }
    return given.stream().filter(each -> !isPolicy(each) && couldBe(each.tree(), info)).toList();
  }

  /** Whether an object is of the kind that a request writes, as far as kinds are known here. */
  private static boolean couldBe(ObjectNode object, RequestInfo info) {
    String apiVersion = object.path("apiVersion").asText();
    return KubernetesKinds.kinds().known().stream()
        .filter(kind -> kind.apiVersion().equals(apiVersion))
        .filter(kind -> kind.kind().equals(object.path("kind").asText()))
        .findFirst()
        .map(kind -> kind.plural().equals(info.resource()) && kind.group().equals(info.group()))
        .orElse(apiVersion.startsWith(info.group() + "/"));
  }

  private static Optional<ObjectNode> one(List<Manifest> objects, String where) throws IOException {
    if (objects.size() != 1) {
      throw new IOException(
          where + ": one object can be written by a request, here are " + objects.size());
    }
    return Optional.of(objects.getFirst().tree());
  }

  private static boolean isPolicy(Manifest manifest) {
    return manifest.tree().path("apiVersion").asText().startsWith(RoleRef.API_GROUP + "/");
  }
}
