package dev.muster.access.answer;

import dev.muster.access.answer.Station.Stage;
import dev.muster.access.answer.Station.Verdict;
import dev.muster.authz.rbac.explain.Explanation;
import java.util.List;

/**
 * What is known of the authorization modes without having seen them: roles and bindings are one of
 * them, whatever else the server has is the other.
 */
public final class AuthorizationStations {
  private static final String RBAC = "RBAC";
  private static final String SERVER = "server";
  private static final String NOTHING_ALLOWS = "no role or binding allows it";

  private AuthorizationStations() {}

  /** In the order of the way; the one that decides is marked, unless nobody is known to. */
  public static List<Station> of(AccessAnswer answer) {
    return switch (answer) {
      case AccessAnswer.Masters masters ->
          List.of(decides("system:masters", Verdict.Allowed, "members may do anything"));
      case AccessAnswer.ByPolicy(Explanation why) ->
          List.of(
              why instanceof Explanation.Allowed allowed
                  ? decides(RBAC, Verdict.Allowed, grant(allowed))
                  : decides(RBAC, Verdict.Refused, NOTHING_ALLOWS));
      case AccessAnswer.Confirmed(ServerAnswer server, Explanation why) -> confirmed(server, why);
      case AccessAnswer.Contradicted(ServerAnswer server, Explanation why) ->
          List.of(
              says(RBAC, why),
              decides("another mode", Verdict.of(server.allowed()), reason(server)));
      case AccessAnswer.Unexplained(ServerAnswer server, String problem) ->
          List.of(
              station(RBAC, Verdict.Unknown, "roles and bindings could not be read: " + problem),
              decides(SERVER, Verdict.of(server.allowed()), reason(server)));
      case AccessAnswer.Unconfirmed(Explanation why, String problem) ->
          List.of(
              says(RBAC, why),
              station(SERVER, Verdict.Unknown, "the server does not say: " + problem));
    };
  }

  /** Of modes that all have no opinion, none refuses: the server does. */
  private static List<Station> confirmed(ServerAnswer server, Explanation why) {
    return switch (why) {
      case Explanation.Allowed allowed -> List.of(decides(RBAC, Verdict.Allowed, grant(allowed)));
      case Explanation.Refused refused ->
          List.of(says(RBAC, refused), decides(SERVER, Verdict.Refused, reason(server)));
    };
  }

  private static Station says(String name, Explanation why) {
    return switch (why) {
      case Explanation.Allowed allowed -> station(name, Verdict.Allowed, grant(allowed));
      case Explanation.Refused refused -> station(name, Verdict.NoOpinion, NOTHING_ALLOWS);
    };
  }

  private static String grant(Explanation.Allowed allowed) {
    return allowed.grants().isEmpty()
        ? ""
        : "RBAC: allowed by " + allowed.grants().getFirst().describe();
  }

  private static String reason(ServerAnswer server) {
    String said =
        !server.reason().isEmpty()
            ? server.reason()
            : server.allowed() ? "it gives no reason" : "no mode allows it";
    return server.error().isEmpty() ? said : said + "; an error: " + server.error();
  }

  private static Station decides(String name, Verdict verdict, String reason) {
    return station(name, verdict, reason).deciding(true);
  }

  private static Station station(String name, Verdict verdict, String reason) {
    return Station.of(Stage.Authorization, name, verdict, reason);
  }
}
