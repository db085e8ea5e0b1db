package dev.muster.access.audited;

import dev.muster.access.admission.RefusingPlugin;
import dev.muster.access.answer.Station;
import dev.muster.access.answer.Station.Stage;
import dev.muster.access.answer.Station.Verdict;
import dev.muster.authz.User;
import dev.muster.base.go.GoText;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Where a request that was made met its fate, by what its event says. A 403 may come from an
 * authorizer, from who may act as whom, from admission, or from what stands behind a proxy.
 */
public final class AuditedFate {
  private static final Set<String> READS = Set.of("get", "list", "watch");
  private static final Set<String> CONNECTS =
      Set.of("proxy", "exec", "attach", "portforward", "log");

  private final AuditedRequest request;
  private final List<Station> stations = new ArrayList<>();

  private AuditedFate(AuditedRequest request) {
    this.request = request;
  }

  /** The stations that it passed, from top to bottom. */
  public static List<Station> of(AuditedRequest request) {
    AuditedFate fate = new AuditedFate(request);
    fate.tell();
    return List.copyOf(fate.stations);
  }

  private void tell() {
    if (request.code() == 401) {
      add(Stage.Authentication, "credentials", Verdict.Refused, message(), true);
      return;
    }
    add(Stage.Authentication, "credentials", Verdict.Allowed, who(request.caller()), false);
    if (refusedToActAs()) {
      add(Stage.Authentication, "impersonation", Verdict.Refused, message(), true);
      return;
    }
    request
        .actedAs()
        .ifPresent(
            other ->
                add(
                    Stage.Authentication,
                    "impersonation",
                    Verdict.Allowed,
                    "acts as " + who(other),
                    false));
    switch (request.decision()) {
      case "forbid" -> add(Stage.Authorization, "server", Verdict.Refused, why(), true);
      case "allow" -> allowed();
      default -> undecided();
    }
  }

  /**
   * Who may act as whom is asked before the request itself, which is then never decided on: what
   * the log has as a decision is about acting.
   */
  private boolean refusedToActAs() {
    return request.code() == 403
        && !request.decision().equals("allow")
        && !request.verb().equals("impersonate")
        && request.message().contains(" cannot impersonate resource ");
  }

  /** What came after authorization and is a refusal: neither a mistake nor something missing. */
  private void allowed() {
    boolean connects = CONNECTS.contains(request.object().subresource());
    String plugin = RefusingPlugin.of(request.code(), request.message());
    boolean refused =
        request.code() == 403
            || request.code() == 422
            || request.code() == 404 && plugin.equals("NamespaceLifecycle")
            || plugin.startsWith("webhook ")
            || plugin.contains("AdmissionPolicy ");
    boolean admission = refused && !READS.contains(request.verb());
    boolean behind = refused && connects && !admission;
    add(Stage.Authorization, "server", Verdict.Allowed, why(), !admission && !behind);
    if (behind) {
      add(Stage.Admission, "backend", Verdict.Refused, message(), true);
    } else if (admission) {
      add(Stage.Admission, plugin, Verdict.Refused, message(), true);
    }
  }

  private void undecided() {
    if (request.code() == 0) {
      add(Stage.Authorization, "server", Verdict.Unknown, "the log has no answer", false);
    } else if (RefusingPlugin.isAuthorization(request.message())) {
      add(Stage.Authorization, "server", Verdict.Refused, message(), true);
    } else {
      String said = "the log has code " + request.code() + " and no decision";
      add(Stage.Authorization, "server", Verdict.Unknown, said, false);
    }
  }

  private String why() {
    return request.why().isEmpty() && request.decision().equals("forbid")
        ? "no mode allowed it"
        : request.why();
  }

  private String message() {
    String answer = "code " + request.code();
    if (!request.reason().isEmpty()) {
      answer += " " + request.reason();
    }
    return request.message().isEmpty() ? answer : request.message();
  }

  private static String who(User user) {
    return "User " + GoText.brief(user.name()) + groups(user);
  }

  private static String groups(User user) {
    List<String> first = user.groups().stream().limit(10).toList();
    String more = user.groups().size() > 10 ? " and " + (user.groups().size() - 10) + " more" : "";
    return first.isEmpty() ? "" : " in groups " + GoText.list(first) + more;
  }

  private void add(Stage stage, String name, Verdict verdict, String reason, boolean decides) {
    stations.add(Station.of(stage, name, verdict, reason).deciding(decides));
  }
}
