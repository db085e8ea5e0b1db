package dev.muster.access.question;

import dev.muster.authz.Attributes;
import dev.muster.authz.User;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A question as a server asks it of its authorizers.
 *
 * @param warnings what looks wrong in the words of the question
 * @param notes where it differs from what was said, and why
 */
public record Question(Attributes attributes, List<String> warnings, List<String> notes) {
  public Question {
    warnings = List.copyOf(warnings);
    notes = List.copyOf(notes);
  }

  /**
   * What people say: {@code get pods}, {@code get deploy/scale web}, {@code list
   * widgets.example.com}, {@code get /healthz}.
   *
   * @param verb as {@code get}
   * @param target a resource in any of its names, with its group and subresource, or a path
   * @param name of one object
   */
  public record Words(String verb, String target, @Nullable String name) {}

  /** Asked by somebody, in a namespace unless the resource belongs to the whole cluster. */
  public static Question of(Words words, User user, String namespace, KnownResources resources) {
    return new QuestionReader(words, user, namespace, resources).question();
  }
}
