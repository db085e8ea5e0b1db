package dev.muster.cli.access;

import dev.muster.access.answer.AccessAnswer;
import dev.muster.access.audited.AuditSearch;
import dev.muster.access.audited.AuditedRequest;
import dev.muster.authz.Attributes;
import dev.muster.base.go.GoText;
import dev.muster.cli.kubeconfig.ClusterApi;
import dev.muster.cli.manifests.ManifestFiles;
import dev.muster.client.kubeconfig.KubeconfigException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Explains a request that was made, by its event in an audit log. */
final class AuditedWhy {
  private static final Path STANDARD_INPUT = Path.of("-");

  private final PolicyFlags flags;
  private final Notes notes;

  AuditedWhy(PolicyFlags flags, Notes notes) {
    this.flags = flags;
    this.notes = notes;
  }

  AuditedAnswer explain(String id, List<Path> logs) throws IOException, InterruptedException {
    AuditedRequest event = find(id, logs);
    AuditedAnswer alone = AuditedAnswer.of(event, Optional.empty());
    if (alone.neverDecided() || event.asked().name().isEmpty()) {
      return alone;
    }
    Attributes asked = AuditedAttributes.of(event);
    if (flags.offline()) {
      RbacPolicy policy =
          RbacPolicy.inManifests(ManifestFiles.documents(flags.files()), flags.withDefaults());
      notes.warn(policy.warnings(), flags.strict());
      AccessAnswer answer = new FileAnswers(policy).ask(asked);
      return AuditedAnswer.of(event, Optional.of(asked))
          .now(AuditedAnswer.Policy.inFiles, new WhyAnswer.Told.Read(answer));
    }
    return inCluster(event, asked);
  }

  /** What cannot be asked any more is said; the event speaks for itself all the same. */
  private AuditedAnswer inCluster(AuditedRequest event, Attributes asked)
      throws InterruptedException {
    AuditedAnswer answer = AuditedAnswer.of(event, Optional.of(asked));
    try (ClusterApi cluster = flags.cluster()) {
      if (!event.revision().isEmpty()) {
        answer = then(event, asked, answer, cluster);
      } else {
        answer = answer.without("the log does not say at which revision it was decided");
      }
      LiveAnswers answers = new LiveAnswers(cluster, false);
      return answer.now(
          AuditedAnswer.Policy.today,
          new LiveWhy(cluster, answers, asked, false, Optional.empty()).told());
    } catch (IOException | KubeconfigException e) {
      return answer.without(
          "the answer of today: " + String.valueOf(e.getMessage()).replace("\n", "; "));
    }
  }

  private static AuditedAnswer then(
      AuditedRequest event, Attributes asked, AuditedAnswer answer, ClusterApi cluster)
      throws IOException, InterruptedException {
    ServerExplanations explanations = new ServerExplanations(cluster);
    return switch (explanations.ask(asked, false, Optional.empty(), event.revision())) {
      case ServerExplanations.Told.Explained explained -> answer.then(explained.status());
      case ServerExplanations.Told.Not not ->
          answer.without(
              "what allowed or missed it at revision " + event.revision() + ": " + not.problem());
    };
  }

  private AuditedRequest find(String id, List<Path> logs) throws IOException {
    AuditSearch search = new AuditSearch(id);
    for (Path log : logs) {
      if (log.equals(STANDARD_INPUT)) {
        search.read("standard input", System.in);
      } else if (Files.isDirectory(log) || !Files.exists(log)) {
        throw new IOException(log + ": no such file");
      } else {
        try (InputStream in = Files.newInputStream(log)) {
          search.read(log.toString(), in);
        }
      }
    }
    search.passedOver().ifPresent(notes::note);
    if (search.found().isEmpty()) {
      throw new IOException(
          "no request with id "
              + GoText.brief(id)
              + " in "
              + search.entries()
              + " entries of the log");
    }
    return chosen(search);
  }

  /** An id is the client's choice; of several requests that carry it one that was refused. */
  private AuditedRequest chosen(AuditSearch search) {
    long others = search.found().size() - 1 + search.more();
    if (others > 0) {
      notes.note(others + " other requests carry the same id, which clients may choose");
    }
    return search.found().stream()
        .filter(request -> request.code() == 403 || request.code() == 401)
        .findFirst()
        .orElse(search.found().getFirst());
  }
}
