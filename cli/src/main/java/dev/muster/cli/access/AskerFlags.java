package dev.muster.cli.access;

import dev.muster.apiserver.authn.ServiceAccountUser;
import dev.muster.authz.User;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Whom a question is about. */
final class AskerFlags {
  @Option(names = "--as", paramLabel = "USER", description = "Who would do it.")
  private @Nullable String user;

  @Option(
      names = "--as-group",
      paramLabel = "GROUP",
      description = "Their groups; without --as: anybody of them.")
  private List<String> groups = List.of();

  /** Whether the question is about whoever asks. */
  boolean oneself() {
    return user == null && groups.isEmpty();
  }

  /**
   * The groups by which one would act as the user. A server gives a service account its own only if
   * none are named.
   */
  List<String> actingGroups() {
    if (user == null || groups.isEmpty()) {
      return groups;
    }
    List<String> all = new ArrayList<>(groups);
    ServiceAccountUser.parse(user).ifPresent(account -> all.addAll(account.groups()));
    return List.copyOf(new LinkedHashSet<>(all));
  }

  /**
   * With the groups that such a user has anyway.
   *
   * @throws IllegalArgumentException if nobody is named
   */
  User user() {
    if (oneself()) {
      throw new IllegalArgumentException("who would do it? name somebody with --as");
    }
    if (user == null) {
      return new User("", "", groups, Map.of()); // just anybody of these groups
    }
    List<String> all = new ArrayList<>(groups);
    if (user.equals("system:anonymous")) {
      all.add("system:unauthenticated");
    } else {
      ServiceAccountUser.parse(user).ifPresent(account -> all.addAll(account.groups()));
      all.add("system:authenticated");
    }
    return new User(user, "", List.copyOf(new LinkedHashSet<>(all)), Map.of());
  }
}
