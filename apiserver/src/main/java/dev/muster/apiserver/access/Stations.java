package dev.muster.apiserver.access;

import dev.muster.access.answer.Station;
import dev.muster.access.answer.Station.Stage;
import dev.muster.access.answer.Station.Verdict;
import dev.muster.apiserver.authzconfig.TracedDecision;
import dev.muster.authz.Decision;
import dev.muster.authz.Problems;
import dev.muster.authz.User;
import dev.muster.base.go.GoText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The stations of a request's way up to admission, as they were asked. */
final class Stations {
  private static final String CREDENTIAL = "authentication.kubernetes.io/credential-id";

  private Stations() {}

  /** Who somebody is taken for, and by what. */
  static Station authentication(User user, boolean oneself) {
    String who =
        "user "
            + GoText.quote(user.name())
            + (user.groups().isEmpty()
                ? " of no group"
                : " of groups " + String.join(", ", user.groups()));
    return oneself
        ? Station.of(Stage.Authentication, credential(user), Verdict.Allowed, who)
        : Station.of(
            Stage.Authentication,
            "Question",
            Verdict.NotAsked,
            who + ", as the question has it: nobody proved it");
  }

  /** What kind of proof there was, as far as it is told behind authentication. */
  private static String credential(User user) {
    List<String> ids = user.extra().getOrDefault(CREDENTIAL, List.of());
    String id = ids.isEmpty() ? "" : ids.getFirst();
    if (id.startsWith("X509")) {
      return "ClientCertificate";
    }
    return id.startsWith("JTI=") ? "ServiceAccountToken" : "Request";
  }

  /** What each authorizer said; the first with an opinion decides, without one all do. */
  static List<Station> authorization(TracedDecision traced) {
    List<Station> stations = new ArrayList<>();
    if (traced.privileged()) {
      stations.add(
          Station.of(
                  Stage.Authorization,
                  User.MASTERS,
                  Verdict.Allowed,
                  "members may do anything, before any authorizer is asked")
              .deciding(true));
    }
    for (TracedDecision.Asked asked : traced.asked()) {
      stations.add(
          Station.of(
                  Stage.Authorization,
                  asked.shown(),
                  verdict(asked.said()),
                  asked.said().map(Stations::reason).orElse(""))
              .deciding(asked.decides()));
    }
    return stations;
  }

  private static Verdict verdict(Optional<Decision> said) {
    if (said.isEmpty()) {
      return Verdict.NotAsked;
    }
    return switch (said.get()) {
      case Decision.Allow allow -> Verdict.Allowed;
      case Decision.Deny deny -> Verdict.Refused;
      case Decision.NoOpinion none ->
          none.problems().isEmpty() ? Verdict.NoOpinion : Verdict.Unknown;
    };
  }

  private static String reason(Decision said) {
    String problems = Problems.join(said.problems());
    return said.reason().isEmpty() || problems.isEmpty()
        ? said.reason() + problems
        : said.reason() + "; " + problems;
  }
}
