package dev.muster.authz;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.muster.authz.rbac.RbacJson;
import dev.muster.authz.rbac.RbacKind;
import dev.muster.authz.rbac.RbacObject;
import dev.muster.testing.ResourceLines;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;

/** Recorded questions with the answers a real kube-apiserver 1.35.8 gave. */
public final class Vectors {
  private static final ObjectMapper JSON = new ObjectMapper();

  private Vectors() {}

  public static List<JsonNode> lines(String file) {
    return ResourceLines.of(Vectors.class, "/vectors/" + file).stream().map(Vectors::tree).toList();
  }

  private static JsonNode tree(String json) {
    try {
      return JSON.readTree(json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The request that a SubjectAccessReview's spec asks about. */
  public static Attributes attributes(JsonNode spec) {
    List<String> groups = spec.path("groups").valueStream().map(JsonNode::asText).toList();
    var user = new User(spec.path("user").asText(""), "", groups, Map.of());
    JsonNode path = spec.get("nonResourceAttributes");
    if (path != null) {
      return Attributes.nonResource(
          user, path.path("verb").asText(""), path.path("path").asText(""));
    }
    JsonNode a = spec.path("resourceAttributes");
    return Attributes.resource(
        user,
        a.path("verb").asText(""),
        a.path("group").asText(""),
        a.path("version").asText(""),
        a.path("resource").asText(""),
        a.path("subresource").asText(""),
        a.path("namespace").asText(""),
        a.path("name").asText(""));
  }

  public static List<RbacObject> rbacObjects(JsonNode array) {
    return array.valueStream().map(Vectors::rbacObject).toList();
  }

  public static RbacObject rbacObject(JsonNode json) {
    return RbacJson.read(RbacKind.ofKind(json.path("kind").asText()).orElseThrow(), json);
  }
}
