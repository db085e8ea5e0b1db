package dev.muster.cli.cases;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.access.PolicyException;
import dev.muster.access.policy.PolicyDocument;
import dev.muster.access.policy.PolicyDocuments;
import dev.muster.access.question.KnownResources;
import dev.muster.authz.rbac.Aggregation;
import dev.muster.authz.rbac.RbacIndex;
import dev.muster.authz.rbac.RbacObject;
import dev.muster.authz.rbac.defaults.DefaultPolicy;
import dev.muster.cli.manifests.Manifest;
import dev.muster.cli.manifests.ManifestFiles;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** One run: reads everything, starts a server, loads the policy, runs the cases. */
final class PolicyTrial {
  private static final Set<String> WEBHOOKS =
      Set.of("ValidatingWebhookConfiguration", "MutatingWebhookConfiguration");

  private final List<Path> files;
  private final List<Path> cases;
  private final Optional<Path> abac;

  PolicyTrial(List<Path> files, List<Path> cases, Optional<Path> abac) {
    this.files = files;
    this.cases = cases;
    this.abac = abac;
  }

  CaseReport run(PrintWriter err) throws IOException, WrongFilesException {
    CaseFile table = CaseFileReader.read(cases);
    List<Manifest> policy = policy(err);
    KnownResources resources = DefinedResources.with(policy);
    PolicyDocuments documents = documents(policy, resources);
    documents.warnings().forEach(warning -> err.println("warning: " + warning));
    List<RbacObject> all = new ArrayList<>(DefaultPolicy.objects());
    all.addAll(documents.objects());
    List<RbacObject> aggregated = List.copyOf(Aggregation.apply(all));
    RbacIndex index = new RbacIndex();
    index.putAll(aggregated);
    Coverage coverage = new Coverage(policy, documents.objects(), index.snapshot());
    Set<String> kinds = policy.stream().map(PolicyTrial::kind).collect(Collectors.toSet());
    try (TrialServer server = TrialServer.start(kinds, abac)) {
      ServedResources served = new ServedResources(server);
      PolicyLoader loader = new PolicyLoader(server, served);
      loader.ensure("default");
      for (AccessCase each : table.cases()) {
        loader.ensure(each.namespace());
      }
      loader.load(policy);
      loader.aggregate(aggregated);
      CaseRunner runner =
          new CaseRunner(server, served, resources, new CaseIdentities(table.images()), coverage);
      List<CaseResult> results = table.cases().stream().map(runner::run).toList();
      new MutationCoverage(server, served, runner, coverage).look(policy, table.cases());
      runner.warnings().forEach(warning -> err.println("warning: " + warning));
      err.flush();
      return new CaseReport(results, coverage);
    }
  }

  private static String kind(Manifest manifest) {
    return manifest.tree().path("kind").asText();
  }

  private List<Manifest> policy(PrintWriter err) throws WrongFilesException {
    List<Manifest> policy = new ArrayList<>();
    try {
      for (Manifest manifest : ManifestFiles.documents(files)) {
        JsonNode tree = manifest.tree();
        if (tree.path("kind").asText().equals(CaseFileReader.KIND)) {
          continue; // cases beside what they test
        }
        if (WEBHOOKS.contains(kind(manifest))) {
          err.println(
              "warning: " + manifest.place() + ": passed over: webhooks are not called here");
          continue;
        }
        policy.add(manifest);
      }
    } catch (IOException e) {
      throw new WrongFilesException(List.of(String.valueOf(e.getMessage())));
    }
    return policy;
  }

  private static PolicyDocuments documents(List<Manifest> policy, KnownResources resources)
      throws WrongFilesException {
    try {
      return PolicyDocuments.read(
          policy.stream()
              .map(manifest -> new PolicyDocument(manifest.place(), manifest.tree()))
              .toList(),
          resources);
    } catch (PolicyException e) {
      throw new WrongFilesException(List.of(String.valueOf(e.getMessage())));
    }
  }
}
