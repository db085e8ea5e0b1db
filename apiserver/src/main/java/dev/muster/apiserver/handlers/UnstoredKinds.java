package dev.muster.apiserver.handlers;

import dev.muster.model.scheme.Kind;
import dev.muster.model.status.Status;
import java.util.Map;

/** Kinds that are answered and never stored: reviews of all sorts, and the state of components. */
final class UnstoredKinds {
  private final Map<String, Subresources.Handler> answers;

  /** The answers by the plural of the question's kind, with its group where others have it too. */
  UnstoredKinds(Map<String, Subresources.Handler> answers) {
    this.answers = Map.copyOf(answers);
  }

  boolean answers(Kind kind) {
    return !kind.stored() || answers.containsKey(kind.qualifiedPlural());
  }

  void handle(ResourceRequest request) throws Exception {
    Subresources.Handler own = answers.get(request.kind().qualifiedPlural());
    Subresources.Handler answer = own == null ? answers.get(request.kind().plural()) : own;
    if (answer == null) {
      throw Status.methodNotAllowed().exception();
    }
    answer.handle(request);
  }
}
