package dev.muster.cli.cases;

import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.cli.manifests.Manifest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Which mutating policies did something: one binding after the other is taken away for good, and
 * what is written is written once more. A binding counts if something comes out otherwise.
 */
final class MutationCoverage {
  private static final Pattern TOKEN_VOLUME = Pattern.compile("kube-api-access-[a-z0-9]+");

  private final TrialServer server;
  private final ServedResources served;
  private final CaseRunner runner;
  private final Coverage coverage;

  MutationCoverage(
      TrialServer server, ServedResources served, CaseRunner runner, Coverage coverage) {
    this.server = server;
    this.served = served;
    this.runner = runner;
    this.coverage = coverage;
  }

  /** To be called last: the server has no mutating policies any more after it. */
  void look(List<Manifest> policy, List<AccessCase> cases) throws IOException {
    List<ObjectNode> bindings =
        policy.stream()
            .map(Manifest::tree)
            .filter(tree -> tree.path("kind").asText().equals("MutatingAdmissionPolicyBinding"))
            .toList();
    if (bindings.isEmpty()) {
      return;
    }
    List<String> before = outcomes(cases);
    for (ObjectNode binding : bindings) {
      Optional<ServedResources.Served> found = served.find(binding);
      if (found.isPresent()) {
        String name = binding.at("/metadata/name").asText();
        TrialAnswer unused =
            server.send(
                TrialServer.ADMIN,
                "DELETE",
                ServedResources.path(found.get(), "", name),
                MissingNode.getInstance());
        List<String> after = outcomes(cases);
        if (!after.equals(before)) {
          coverage.mutated(name);
        }
        before = after;
      }
    }
  }

  private List<String> outcomes(List<AccessCase> cases) throws IOException {
    List<String> outcomes = new ArrayList<>();
    for (AccessCase test : cases) {
      switch (test.action()) {
        case CaseAction.Create(ObjectNode object) -> add(test, "POST", object, outcomes);
        case CaseAction.Update(ObjectNode object) -> add(test, "PUT", object, outcomes);
        case CaseAction.Ask ask -> {
          // no object
        }
        case CaseAction.Delete delete -> {
          // no object that could come out otherwise
        }
      }
    }
    return outcomes;
  }

  private void add(AccessCase test, String method, ObjectNode object, List<String> outcomes)
      throws IOException {
    Optional<ServedResources.Served> found = served.find(object);
    if (found.isPresent()) {
      outcomes.add(lasting(runner.sent(test, method, object, found.get())));
    }
  }

  /** Without what is new each time. */
  private static String lasting(TrialAnswer answer) {
    if (answer.body().path("metadata") instanceof ObjectNode metadata) {
      metadata.remove(List.of("uid", "creationTimestamp", "managedFields", "name"));
    }
    return TOKEN_VOLUME.matcher(answer.body().toString()).replaceAll("kube-api-access");
  }
}
