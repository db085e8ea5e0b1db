package dev.muster.node.access;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Who asks the node for something. */
public record NodeUser(
    String name, String uid, List<String> groups, Map<String, List<String>> extra) {
  public static final NodeUser ANONYMOUS =
      new NodeUser("system:anonymous", "", List.of("system:unauthenticated"), Map.of());

  private static final String MASTERS = "system:masters";

  public NodeUser {
    groups = List.copyOf(groups);
    extra = Collections.unmodifiableMap(new LinkedHashMap<>(extra));
  }

  /** By the subject of a certificate that the cluster signed. */
  public static NodeUser ofCertificate(String commonName, List<String> organizations) {
    List<String> groups = new ArrayList<>(organizations);
    groups.add("system:authenticated");
    return new NodeUser(commonName, "", groups, Map.of());
  }

  /** By a review's {@code status.user}. */
  static NodeUser of(JsonNode user) {
    Map<String, List<String>> extra = new TreeMap<>();
    user.path("extra")
        .properties()
        .forEach(entry -> extra.put(entry.getKey(), texts(entry.getValue())));
    return new NodeUser(
        user.path("username").asText(),
        user.path("uid").asText(),
        texts(user.path("groups")),
        extra);
  }

  private static List<String> texts(JsonNode list) {
    List<String> all = new ArrayList<>();
    list.forEach(text -> all.add(text.asText()));
    return all;
  }

  /** The API server is one, and is not asked about itself. */
  boolean isMaster() {
    return groups.contains(MASTERS);
  }

  void describe(ObjectNode spec) {
    spec.put("user", name).put("uid", uid);
    groups.forEach(spec.putArray("groups")::add);
    ObjectNode all = spec.putObject("extra");
    new TreeMap<>(extra).forEach((key, values) -> values.forEach(all.putArray(key)::add));
  }
}
