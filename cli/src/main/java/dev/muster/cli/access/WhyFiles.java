package dev.muster.cli.access;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.apiserver.request.RequestInfo;
import dev.muster.apiserver.request.RequestLine;
import dev.muster.authz.rbac.RoleRef;
import dev.muster.cli.manifests.Manifest;
import dev.muster.cli.manifests.ManifestFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What the files of a question are: a policy to ask instead of a cluster, the object that would be
 * written, or both.
 *
 * @param policy what was given with -f and is not the object
 */
record WhyFiles(List<Manifest> policy, Optional<ObjectNode> object, boolean offline) {

  /**
   * Reads them. What -f names is policy, except that beside {@code --request} a document that is no
   * role or binding is the object, and so is one that stands alone and is what the request writes.
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
    if (line.isEmpty()) {
      return new WhyFiles(given, Optional.empty(), !files.isEmpty());
    }
    boolean alone = given.size() == 1 && writesPolicy(line.get().info());
    List<Manifest> objects = given.stream().filter(each -> alone || !isPolicy(each)).toList();
    if (objects.isEmpty()) {
      return new WhyFiles(given, Optional.empty(), !files.isEmpty());
    }
    List<Manifest> policy = given.stream().filter(each -> !objects.contains(each)).toList();
    return new WhyFiles(policy, one(objects, "-f"), !policy.isEmpty());
  }

  private static Optional<ObjectNode> one(List<Manifest> objects, String where)
      throws IOException {
    if (objects.size() != 1) {
      throw new IOException(
          where + ": one object can be written by a request, here are " + objects.size());
    }
    return Optional.of(objects.getFirst().tree());
  }

  private static boolean isPolicy(Manifest manifest) {
    return manifest.tree().path("apiVersion").asText().startsWith(RoleRef.API_GROUP + "/");
  }

  private static boolean writesPolicy(RequestInfo info) {
    return info.group().equals(RoleRef.API_GROUP)
        && List.of("create", "update", "patch").contains(info.verb());
  }
}
