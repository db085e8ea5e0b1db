package dev.muster.authz;

import dev.muster.base.ServiceAccountName;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The authenticated identity a decision is about. Groups and extra keep their order. */
public record User(String name, String uid, List<String> groups, Map<String, List<String>> extra) {

  /** Members may do anything; the group that bootstraps a cluster. */
  public static final String MASTERS = "system:masters";

  public User {
    groups = List.copyOf(groups);
    extra = copyOf(extra);
  }

  /** A user of whom nothing else is known. */
  public static User of(String name, String... groups) {
    return new User(name, "", List.of(groups), Map.of());
  }

  /** A service account whose token was taken. */
  public static User authenticated(ServiceAccountName account) {
    List<String> groups = new ArrayList<>(account.groups());
    groups.add("system:authenticated");
    return new User(account.userName(), "", groups, Map.of());
  }

  private static Map<String, List<String>> copyOf(Map<String, List<String>> extra) {
    if (extra.isEmpty()) {
      return Map.of();
    }
    var copy = new LinkedHashMap<String, List<String>>();
    extra.forEach((key, values) -> copy.put(key, List.copyOf(values)));
    return Collections.unmodifiableMap(copy);
  }
}
