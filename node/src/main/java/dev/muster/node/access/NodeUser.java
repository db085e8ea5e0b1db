package dev.muster.node.access;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.views.AuthenticationV1.UserInfo;
import dev.muster.views.AuthorizationV1.MutableSubjectAccessReviewSpec;
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
  static NodeUser of(UserInfo user) {
    Map<String, List<String>> extra = new TreeMap<>();
    user.extra().entries().forEach(e -> extra.put(e.getKey(), e.getValue().texts()));
    return new NodeUser(user.username().text(), user.uid().text(), user.groups().texts(), extra);
  }

  /** The API server is one, and is not asked about itself. */
  boolean isMaster() {
    return groups.contains(MASTERS);
  }

  void describe(MutableSubjectAccessReviewSpec spec) {
    spec.user(name).uid(uid);
    groups.forEach(spec.groups().list()::add);
    ObjectNode all = spec.extra().map();
    new TreeMap<>(extra).forEach((key, values) -> values.forEach(all.putArray(key)::add));
  }
}
