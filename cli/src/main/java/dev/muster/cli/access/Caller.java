package dev.muster.cli.access;

import dev.muster.access.answer.ServerAnswer;
import dev.muster.access.answer.Station;
import dev.muster.access.answer.Station.Stage;
import dev.muster.access.answer.Station.Verdict;
import dev.muster.apiserver.authn.ServiceAccountUser;
import dev.muster.authz.Attributes;
import dev.muster.authz.Refusal;
import dev.muster.authz.User;
import dev.muster.base.go.GoText;
import dev.muster.cli.kubeconfig.RefusedException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Who asks, and as whom he or she may act.
 *
 * @param actsAs by which headers one acts as the user in question; empty if one may not
 * @param stations what is told of it
 */
record Caller(Optional<Map<String, List<String>>> actsAs, List<Station> stations) {
  private static final String REVIEW = "SelfSubjectReview";
  private static final String IMPERSONATION = "impersonation";

  /** Asks about oneself: one acts as nobody. */
  static Caller oneself(User user) {
    return new Caller(
        Optional.of(Map.of()),
        List.of(station(REVIEW, Verdict.Allowed, "you are taken for " + named(user))));
  }

  /**
   * Asks about somebody else.
   *
   * @param asked with the groups that every such user has
   * @param groups those that were named
   * @param impersonates whether the kubeconfig acts as somebody already
   */
  static Caller about(User asked, List<String> groups, boolean impersonates, ServerReviews reviews)
      throws IOException, InterruptedException {
    User self = User.of("");
    List<Station> stations = new ArrayList<>();
    try {
      self = reviews.oneself();
      stations.add(station(REVIEW, Verdict.Allowed, "you are taken for " + named(self)));
    } catch (RefusedException e) {
      stations.add(station(REVIEW, Verdict.Unknown, e.sentence()));
    }
    Optional<String> obstacle = obstacle(asked, groups, impersonates, self, reviews);
    stations.add(
        obstacle.isEmpty()
            ? station(IMPERSONATION, Verdict.Allowed, "you may act as " + named(asked))
            : station(IMPERSONATION, Verdict.NotAsked, taken(asked) + "; " + obstacle.get()));
    return new Caller(
        obstacle.isEmpty() ? Optional.of(headers(asked, groups)) : Optional.empty(), stations);
  }

  /** What keeps one from acting as the user. */
  private static Optional<String> obstacle(
      User asked, List<String> groups, boolean impersonates, User self, ServerReviews reviews)
      throws IOException, InterruptedException {
    if (asked.name().isEmpty()) {
      return Optional.of("nobody can act as a group alone");
    }
    if (impersonates) {
      return Optional.of("the kubeconfig acts as somebody already");
    }
    boolean carried =
        asked.name().chars().allMatch(Caller::inHeader)
            && groups.stream().flatMapToInt(String::chars).allMatch(Caller::inHeader);
    if (!carried) {
      return Optional.of("a header cannot carry the name");
    }
    for (Attributes target : targets(self, asked, groups)) {
      try {
        ServerAnswer said = reviews.askForOneself(target);
        if (!said.allowed()) {
          return Optional.of("you may not act so: " + Refusal.message(target, said.reason()));
        }
      } catch (RefusedException e) {
        return Optional.of("whether you may act so is not known: " + e.sentence());
      }
    }
    return Optional.empty();
  }

  private static boolean inHeader(int c) {
    return c >= ' ' && c <= '~';
  }

  private static List<Attributes> targets(User self, User asked, List<String> groups) {
    List<Attributes> targets = new ArrayList<>();
    targets.add(
        ServiceAccountUser.parse(asked.name())
            .map(account -> target(self, "serviceaccounts", account.namespace(), account.name()))
            .orElseGet(() -> target(self, "users", "", asked.name())));
    groups.forEach(group -> targets.add(target(self, "groups", "", group)));
    return targets;
  }

  private static Attributes target(User self, String resource, String namespace, String name) {
    return Attributes.resource(self, "impersonate", "", "", resource, "", namespace, name);
  }

  /** A server adds the groups that every such user has. */
  private static Map<String, List<String>> headers(User asked, List<String> groups) {
    Map<String, List<String>> headers = new LinkedHashMap<>();
    headers.put("Impersonate-User", List.of(asked.name()));
    if (!groups.isEmpty()) {
      headers.put("Impersonate-Group", groups);
    }
    return headers;
  }

  private static String taken(User asked) {
    return named(asked) + " is taken as named";
  }

  /** {@code User "jane" in groups ["crew"]}. */
  static String named(User user) {
    String who = user.name().isEmpty() ? "anybody" : "User " + GoText.quote(user.name());
    return user.groups().isEmpty() ? who : who + " in groups " + GoText.list(user.groups());
  }

  static Station station(String name, Verdict verdict, String reason) {
    return Station.of(Stage.Authentication, name, verdict, reason);
  }
}
