package dev.muster.cli.access;

import dev.muster.access.question.KnownResources;
import dev.muster.access.question.Question;
import dev.muster.authz.User;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Parameters;

/** What a question is about. */
final class QuestionFlags {
  @Parameters(index = "0", paramLabel = "VERB", description = "As get, list, create.")
  private String verb = "";

  @Parameters(index = "1", paramLabel = "RESOURCE", description = "As pods, deploy/scale, /logs.")
  private String resource = "";

  @Parameters(index = "2", arity = "0..1", paramLabel = "NAME", description = "Of one object.")
  private @Nullable String name;

  /** The question that a user's request would be. */
  Question by(User user, String namespace, KnownResources resources) {
    return Question.of(new Question.Words(verb, resource, name), user, namespace, resources);
  }
}
