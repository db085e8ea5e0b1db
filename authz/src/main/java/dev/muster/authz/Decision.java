package dev.muster.authz;

import java.util.List;

/**
 * The outcome for one request, with its reason (possibly empty) in the words Kubernetes uses.
 *
 * <p>{@code problems} are evaluation errors met on the way; they never make a decision laxer.
 */
public sealed interface Decision {

  /** Why, for the audit log and for who is refused; may be empty. */
  String reason();

  /** What kept the authorizer from knowing all it should; empty if nothing did. */
  List<String> problems();

  /** Whether the request may go on; no opinion is a no. */
  default boolean allowed() {
    return this instanceof Allow;
  }

  /** Allowed, and by what. */
  record Allow(Grant by, String reason) implements Decision {
    @Override
    public List<String> problems() {
      return List.of();
    }
  }

  /** Refused, whatever the authorizers after this one would say. */
  record Deny(String reason, List<String> problems) implements Decision {
    public Deny {
      problems = List.copyOf(problems);
    }
  }

  /** Not allowed here; the next authorizer may still allow it. */
  record NoOpinion(String reason, List<String> problems) implements Decision {
    /** No opinion, and nothing to say about it. */
    public static final NoOpinion SILENT = new NoOpinion("", List.of());

    public NoOpinion {
      problems = List.copyOf(problems);
    }
  }
}
