package dev.muster.apiserver.customresources;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.apiserver.registry.Updates;
import dev.muster.apiserver.registry.WriteRequest;
import dev.muster.authz.User;
import dev.muster.model.codec.Decoder;
import dev.muster.model.scheme.Kind;
import dev.muster.model.status.ApiException;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Writes the status of definitions in the server's own name. */
final class DefinitionWriter {
  static final User SERVER = User.of("system:apiserver", User.MASTERS);
  static final String MANAGER = "kube-apiserver";

  private final Updates updates;
  private final Kind kind;

  DefinitionWriter(Updates updates, Kind kind) {
    this.updates = updates;
    this.kind = kind;
  }

  /** Changes what is stored, as often as somebody else is quicker; nothing if it is gone. */
  void changeStatus(String name, Consumer<ObjectNode> how) {
    WriteRequest request =
        new WriteRequest(kind, kind, "", name, "status", SERVER, false, MANAGER, warning -> {});
    try {
      updates.update(
          request,
          new Updates.Change() {
            @Override
            public ObjectNode from(@Nullable ObjectNode current) {
              ObjectNode next = Objects.requireNonNull(current);
              how.accept(next);
              return Decoder.decode(kind.type(), next).object();
            }

            @Override
            public boolean followsCurrent() {
              return true;
            }

            @Override
            public boolean mayCreate(Kind any) {
              return false;
            }
          });
    } catch (ApiException e) {
      if (e.status().code() != 404) {
        throw e;
      }
    }
  }
}
