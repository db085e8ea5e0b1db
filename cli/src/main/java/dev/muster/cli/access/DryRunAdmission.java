package dev.muster.cli.access;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.access.admission.DefaultedObject;
import dev.muster.access.admission.ObjectDifference;
import dev.muster.access.admission.RefusingPlugin;
import dev.muster.access.answer.Station;
import dev.muster.access.answer.Station.Stage;
import dev.muster.access.answer.Station.Verdict;
import dev.muster.access.question.KnownResources;
import dev.muster.apiserver.request.RequestLine;
import dev.muster.authz.Attributes;
import dev.muster.cli.kubeconfig.ClusterApi;
import dev.muster.cli.kubeconfig.RefusedException;
import dev.muster.client.kubeconfig.ClientConfig;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a cluster's admission would say of a write and do to the object: it is asked to try. */
final class DryRunAdmission {
  private static final String NAME = "dry run";

  private final ClientConfig config;
  private final ClusterApi cluster;
  private final Caller caller;

  DryRunAdmission(ClientConfig config, ClusterApi cluster, Caller caller) {
    this.config = config;
    this.cluster = cluster;
    this.caller = caller;
  }

  /**
   * What became of it.
   *
   * @param returned the object as it would be stored
   */
  record Outcome(Station station, Optional<ObjectNode> returned) {}

  /** Tries a write that authorization lets through. */
  Outcome attempt(Attributes request, Optional<RequestLine> line, ObjectNode object)
      throws IOException, InterruptedException {
    Optional<String> obstacle = DryRunRequest.obstacle(request);
    if (obstacle.isPresent()) {
      return not(obstacle.get());
    }
    if (!honoursDryRuns(request)) {
      return not("it is not known whether whoever serves this resource would only try");
    }
    DryRunRequest tried = DryRunRequest.of(request, line, object);
    Map<String, List<String>> headers = caller.actsAs().orElse(Map.of());
    boolean asAsked = caller.actsAs().isPresent();
    try (ClusterApi api = new ClusterApi(headers.isEmpty() ? config : config.acting(headers))) {
      ClusterApi.Reply reply =
          api.send(tried.method(), tried.path(), tried.contentType(), tried.body());
      Outcome outcome = judge(request, object, reply);
      return asAsked ? outcome : asOneself(outcome);
    }
  }

  /** Kubernetes does, for its own resources and for custom ones; another server may not. */
  private boolean honoursDryRuns(Attributes request) throws IOException, InterruptedException {
    if (KnownResources.builtIn().plural(request.resource(), request.apiGroup())) {
      return true;
    }
    String definition = request.resource() + "." + request.apiGroup();
    boolean plain =
        definition.chars().allMatch(c -> c == '.' || c == '-' || Character.isLetterOrDigit(c));
    if (!plain) {
      return false;
    }
    try {
      cluster.get("/apis/apiextensions.k8s.io/v1/customresourcedefinitions/" + definition);
      return true;
    } catch (RefusedException e) {
      return false;
    }
  }

  private static Outcome judge(Attributes request, ObjectNode sent, ClusterApi.Reply reply) {
    if (reply.code() / 100 == 2 && reply.body() instanceof ObjectNode returned) {
      if (request.verb().equals("patch")) {
        return new Outcome(
            station(NAME, Verdict.Allowed, "it is taken", false, List.of()), Optional.of(returned));
      }
      List<String> changes =
          ObjectDifference.sentences(DefaultedObject.of(sent.deepCopy()), returned);
      String reason = changes.isEmpty() ? "it is taken as it is" : "it is taken, and changed:";
      return new Outcome(
          station(NAME, Verdict.Allowed, reason, false, changes), Optional.of(returned));
    }
    String message = message(reply);
    if (RefusingPlugin.isAuthorization(message)) {
      return said(NAME, Verdict.Unknown, "authorization refused the trial: " + message);
    }
    if (reply.code() >= 500
        || reply.code() == 429
        || message.contains(" does not support dry run")) {
      return said(NAME, Verdict.Unknown, message);
    }
    if (reply.code() == 409) {
      return said("storage", Verdict.Refused, message);
    }
    return said(RefusingPlugin.of(reply.code(), message), Verdict.Refused, message);
  }

  private static String message(ClusterApi.Reply reply) {
    JsonNode message = reply.body().path("message");
    return message.isTextual() ? message.asText() : "the server answers with code " + reply.code();
  }

  /** What is said to somebody else need not be said to the user in question. */
  private static Outcome asOneself(Outcome outcome) {
    Station said = outcome.station();
    String reason =
        "tried as yourself, since you may not act as the user: "
            + (said.name().equals(NAME) ? "" : said.name() + ": ")
            + said.reason();
    return new Outcome(
        station(NAME, Verdict.Unknown, reason, false, said.changes()), outcome.returned());
  }

  static Outcome not(String why) {
    return said(NAME, Verdict.NotAsked, why);
  }

  private static Outcome said(String name, Verdict verdict, String reason) {
    boolean decides = verdict == Verdict.Refused;
    return new Outcome(station(name, verdict, reason, decides, List.of()), Optional.empty());
  }

  private static Station station(
      String name, Verdict verdict, String reason, boolean decides, List<String> changes) {
    return new Station(Stage.Admission, name, verdict, reason, decides, changes);
  }
}
