package dev.muster.cli.access;

import dev.muster.access.question.KnownResources;
import dev.muster.access.question.Question;
import dev.muster.apiserver.handlers.RequestAttributes;
import dev.muster.apiserver.request.RequestLine;
import dev.muster.authz.Attributes;
import dev.muster.authz.User;
import dev.muster.base.go.GoText;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What {@code why} is asked about: words, a request, or one that was made. */
final class WhyQuestion {
  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "VERB",
      description = "As get, list, create.")
  private @Nullable String verb;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "RESOURCE",
      description = "As pods, deploy/scale, /logs.")
  private @Nullable String resource;

  @Parameters(index = "2", arity = "0..1", paramLabel = "NAME", description = "Of one object.")
  private @Nullable String name;

  @Option(
      names = "--request",
      paramLabel = "REQUEST",
      description = "Instead: a method and a path, as \"POST /api/v1/namespaces/x/pods\".")
  private @Nullable String request;

  @Option(
      names = "--object",
      paramLabel = "FILE",
      description =
          "What would be written: admission is asked by a dry run, and the identity of a pod's"
              + " processes is told. With --request, -f will do for what is no role or binding.")
  private @Nullable Path object;

  @Option(
      names = "--audit-id",
      paramLabel = "ID",
      description = "Instead: a request that was made, by its id in the audit log.")
  private @Nullable String auditId;

  @Option(
      names = "--audit-log",
      paramLabel = "FILE",
      description = "The audit log, one event of JSON a line, packed or not; - reads.")
  private List<Path> auditLogs = List.of();

  /**
   * Sees that exactly one thing is asked.
   *
   * @throws IllegalArgumentException if not
   */
  void check() {
    int asked = (verb == null ? 0 : 1) + (request == null ? 0 : 1) + (auditId == null ? 0 : 1);
    if (asked != 1 || (verb != null && resource == null)) {
      throw new IllegalArgumentException(
          "what is asked? name a verb and a resource, or --request, or --audit-id");
    }
    if (auditId != null && auditLogs.isEmpty()) {
      throw new IllegalArgumentException("where is the audit log? name it with --audit-log");
    }
    if (auditId == null && !auditLogs.isEmpty()) {
      throw new IllegalArgumentException("which request of the log? name it with --audit-id");
    }
  }

  /** The id of a request that was made, if that is asked. */
  Optional<String> auditId() {
    return Optional.ofNullable(auditId);
  }

  List<Path> auditLogs() {
    return auditLogs;
  }

  /** The request that was written down, if one was. */
  Optional<RequestLine> line() {
    return Optional.ofNullable(request).map(RequestLine::of);
  }

  /** The file with what would be written, if it was named. */
  Optional<Path> object() {
    return Optional.ofNullable(object);
  }

  /** The question that a user's request would be. */
  Question by(User user, String namespace, KnownResources resources) {
    Optional<RequestLine> line = line();
    if (line.isPresent()) {
      return asSent(line.get(), user, resources);
    }
    String asked = verb == null ? "" : verb;
    String target = resource == null ? "" : resource;
    return Question.of(new Question.Words(asked, target, name), user, namespace, resources);
  }

  /** A request is read by the server's own rules. */
  private static Question asSent(RequestLine line, User user, KnownResources resources) {
    Attributes attributes = RequestAttributes.of(user, line.info(), line.query());
    List<String> warnings = new ArrayList<>();
    if (attributes.resourceRequest()
        && !resources.plural(attributes.resource(), attributes.apiGroup())) {
      warnings.add(
          "nothing here knows resource "
              + GoText.quote(attributes.resource())
              + " of API group "
              + GoText.quote(attributes.apiGroup())
              + resources.suggestion(attributes.resource()));
    }
    return new Question(attributes, warnings, List.of());
  }
}
