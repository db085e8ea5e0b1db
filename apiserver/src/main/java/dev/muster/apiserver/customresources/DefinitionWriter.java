package dev.muster.apiserver.customresources;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.apiserver.registry.Patch;
import dev.muster.apiserver.registry.Registry;
import dev.muster.apiserver.registry.WriteRequest;
import dev.muster.authz.User;
import dev.muster.model.codec.Decoder;
import dev.muster.model.scheme.Kind;
import dev.muster.model.status.ApiException;
import java.util.function.Consumer;

/** Writes the status of definitions in the server's own name. */
final class DefinitionWriter {
  static final User SERVER = User.of("system:apiserver", User.MASTERS);
  static final String MANAGER = "kube-apiserver";

  private final Registry registry;
  private final Kind kind;

  DefinitionWriter(Registry registry, Kind kind) {
    this.registry = registry;
    this.kind = kind;
  }

  /** Changes what is stored, as often as somebody else is quicker; nothing if it is gone. */
  void changeStatus(String name, Consumer<ObjectNode> how) {
    WriteRequest request =
        new WriteRequest(kind, kind, "", name, "status", SERVER, false, MANAGER, warning -> {});
    try {
      registry.write(
          new Patch(
              request,
              current -> {
                how.accept(current);
                return Decoder.decode(kind.type(), current).object();
              }));
    } catch (ApiException e) {
      if (e.status().code() != 404) {
        throw e;
      }
    }
  }
}
