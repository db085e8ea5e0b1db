package dev.muster.access.answer;

import dev.muster.authz.rbac.explain.Explanation;
import java.util.Optional;

/**
 * Whether something is allowed, and why: by the server that decides, by the roles and bindings that
 * were read, or by both.
 */
public sealed interface AccessAnswer {

  /** Whether it is allowed; empty if nobody who decides was asked. */
  Optional<Boolean> allowed();

  /** Roles and bindings decide alone: there is no server. */
  record ByPolicy(Explanation why) implements AccessAnswer {
    @Override
    public Optional<Boolean> allowed() {
      return Optional.of(why instanceof Explanation.Allowed);
    }
  }

  /** The group that may do anything, whatever roles and bindings say. */
  record Masters() implements AccessAnswer {
    @Override
    public Optional<Boolean> allowed() {
      return Optional.of(true);
    }
  }

  /** The server decides as its roles and bindings do. */
  record Confirmed(ServerAnswer server, Explanation why) implements AccessAnswer {
    @Override
    public Optional<Boolean> allowed() {
      return Optional.of(server.allowed());
    }
  }

  /** The server decides otherwise than its roles and bindings do: another authorizer does. */
  record Contradicted(ServerAnswer server, Explanation why) implements AccessAnswer {
    @Override
    public Optional<Boolean> allowed() {
      return Optional.of(server.allowed());
    }
  }

  /** The server decides; its roles and bindings could not be read. */
  record Unexplained(ServerAnswer server, String problem) implements AccessAnswer {
    @Override
    public Optional<Boolean> allowed() {
      return Optional.of(server.allowed());
    }
  }

  /** The server did not say; this is what its roles and bindings say. */
  record Unconfirmed(Explanation why, String problem) implements AccessAnswer {
    @Override
    public Optional<Boolean> allowed() {
      return Optional.empty();
    }
  }

  /** What a server and its roles and bindings say, beside each other. */
  static AccessAnswer of(ServerAnswer server, Explanation why) {
    return server.allowed() == why instanceof Explanation.Allowed
        ? new Confirmed(server, why)
        : new Contradicted(server, why);
  }
}
