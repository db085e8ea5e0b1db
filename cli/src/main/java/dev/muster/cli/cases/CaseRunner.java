package dev.muster.cli.cases;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.access.question.KnownResources;
import dev.muster.access.question.Question;
import dev.muster.authz.Attributes;
import dev.muster.authz.Refusal;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Runs cases, one after the other; nothing that they ask for is stored. */
final class CaseRunner {
  private static final String ON_TRIAL = "?dryRun=All&fieldValidation=Strict";

  /** Everything else is no refusal, but a request that cannot be answered. */
  private static final Set<Integer> REFUSALS = Set.of(401, 403, 413, 422);

  private static final JsonNode NOTHING = MissingNode.getInstance();

  private final TrialServer server;
  private final ServedResources served;
  private final KnownResources resources;
  private final CaseIdentities identities;
  private final Coverage coverage;
  private final List<String> warnings = new ArrayList<>();

  CaseRunner(
      TrialServer server,
      ServedResources served,
      KnownResources resources,
      CaseIdentities identities,
      Coverage coverage) {
    this.server = server;
    this.served = served;
    this.resources = resources;
    this.identities = identities;
    this.coverage = coverage;
  }

  /** What looks wrong in the words of cases. */
  List<String> warnings() {
    return warnings;
  }

  CaseResult run(AccessCase test) {
    try {
      return switch (test.action()) {
        case CaseAction.Ask ask -> ask(test, ask);
        case CaseAction.Create create -> write(test, "POST", create.object());
        case CaseAction.Update update -> write(test, "PUT", update.object());
        case CaseAction.Delete delete -> write(test, "DELETE", delete.object());
      };
    } catch (IOException e) {
      return new CaseResult(test, false, String.valueOf(e.getMessage()));
    }
  }

  private CaseResult ask(AccessCase test, CaseAction.Ask ask) throws IOException {
    Question question = Question.of(ask.words(), test.user(), test.namespace(), resources);
    question.warnings().forEach(warning -> warnings.add(test.place() + ": ask: " + warning));
    Attributes asked = question.attributes();
    TrialAnswer answer =
        server.send(TrialServer.ADMIN, "POST", TrialReview.PATH, TrialReview.of(asked));
    JsonNode status = answer.body().path("status");
    if (!answer.ok()) {
      return new CaseResult(test, false, answer.message());
    }
    coverage.asked(asked);
    String reason = status.path("reason").asText();
    return status.path("allowed").asBoolean()
        ? verdict(test, true, reason)
        : verdict(test, false, Refusal.message(asked, reason));
  }

  private CaseResult write(AccessCase test, String method, ObjectNode written) throws IOException {
    Optional<ServedResources.Served> found = served.find(written);
    if (found.isEmpty()) {
      return new CaseResult(test, false, ServedResources.missing(written));
    }
    TrialAnswer answer = sent(test, method, written, found.get());
    if (!answer.ok() && !REFUSALS.contains(answer.code())) {
      return new CaseResult(test, false, answer.message());
    }
    coverage.refused(answer);
    if (answer.ok() && method.equals("POST")) {
      coverage.admitted(test, answer.body());
    }
    CaseResult result = verdict(test, answer.ok(), answer.ok() ? "" : answer.message());
    return result.passed() && answer.ok() ? compared(test, answer.body()) : result;
  }

  /** Sends what a case writes. */
  TrialAnswer sent(AccessCase test, String method, ObjectNode written, ServedResources.Served where)
      throws IOException {
    ObjectNode object = written.deepCopy();
    String namespace = object.at("/metadata/namespace").asText(test.namespace());
    if (where.namespaced()) {
      object.withObjectProperty("metadata").put("namespace", namespace);
    }
    boolean creates = method.equals("POST");
    String name = creates ? "" : object.at("/metadata/name").asText();
    coverage.asked(request(test, method, where, namespace, name));
    String path = ServedResources.path(where, namespace, name);
    return switch (method) {
      case "DELETE" -> server.send(test.user(), method, path + "?dryRun=All", NOTHING);
      case "PUT" -> server.send(test.user(), method, path + ON_TRIAL, changed(path, object));
      default -> server.send(test.user(), method, path + ON_TRIAL, object);
    };
  }

  /** What is there, with what the case changes of it. */
  private JsonNode changed(String path, ObjectNode change) throws IOException {
    TrialAnswer now = server.send(TrialServer.ADMIN, "GET", path, NOTHING);
    return now.ok() && now.body() instanceof ObjectNode there
        ? ChangedObject.of(there, change)
        : change;
  }

  private static Attributes request(
      AccessCase test, String method, ServedResources.Served where, String namespace, String name) {
    String verb = Map.of("POST", "create", "PUT", "update").getOrDefault(method, "delete");
    boolean isNamespace = where.path().equals("/api/v1") && where.resource().equals("namespaces");
    String in = isNamespace ? name : where.namespaced() ? namespace : "";
    return Attributes.resource(
        test.user(), verb, where.group(), "", where.resource(), "", in, name);
  }

  private static CaseResult verdict(AccessCase test, boolean allowed, String said) {
    CaseExpectation expected = test.expected();
    if (allowed != expected.allowed()) {
      String is = allowed ? "allowed" : "refused";
      return new CaseResult(test, false, "is " + is + (said.isEmpty() ? "" : ": " + said));
    }
    if (!allowed && !said.contains(expected.reason())) {
      return new CaseResult(
          test, false, "is refused, but without \"" + expected.reason() + "\": " + said);
    }
    return new CaseResult(test, true, said);
  }

  private CaseResult compared(AccessCase test, JsonNode object) {
    CaseExpectation expected = test.expected();
    Optional<String> difference =
        expected.result().isMissingNode()
            ? Optional.empty()
            : Subset.difference("", expected.result(), object);
    for (Map.Entry<String, JsonNode> entry : expected.paths().entrySet()) {
      if (difference.isEmpty()) {
        difference = Subset.difference(entry.getKey(), entry.getValue(), object.at(entry.getKey()));
      }
    }
    if (difference.isEmpty()) {
      difference = identities.difference(object, expected.identities());
    }
    return new CaseResult(test, difference.isEmpty(), difference.orElse(""));
  }
}
