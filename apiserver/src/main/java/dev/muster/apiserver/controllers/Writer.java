package dev.muster.apiserver.controllers;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.apiserver.registry.Create;
import dev.muster.apiserver.registry.DeleteOptions;
import dev.muster.apiserver.registry.Deletes;
import dev.muster.apiserver.registry.Patch;
import dev.muster.apiserver.registry.Registry;
import dev.muster.apiserver.registry.WriteRequest;
import dev.muster.authz.User;
import dev.muster.model.codec.Decoder;
import dev.muster.model.scheme.Kind;
import dev.muster.model.status.ApiException;
import dev.muster.model.types.StructType;
import java.util.function.Consumer;

/** How controllers write: through the registry, in their own name, treating lost races as done. */
final class Writer {
  private static final User SYSTEM = User.of("system:kube-controller-manager", User.MASTERS);

  private final Registry registry;
  private final Deletes deletes;
  private final String manager;

  Writer(Registry registry, Deletes deletes, String manager) {
    this.registry = registry;
    this.deletes = deletes;
    this.manager = manager;
  }

  Registry registry() {
    return registry;
  }

  /** Creates the object; nothing happens if it exists, or if its namespace went away meanwhile. */
  void create(Kind kind, String namespace, ObjectNode object) {
    kind.putTypeMeta(object);
    ObjectNode canonical = Decoder.decode(kind.type(), object).object();
    kind.strategy().applyDefaults(canonical);
    unlessOvertaken(() -> registry.write(new Create(request(kind, namespace, "", ""), canonical)));
  }

  /**
   * Changes the object in place, anew as often as somebody else is quicker; nothing happens if it
   * is gone.
   */
  void change(
      Kind kind, String namespace, String name, String subresource, Consumer<ObjectNode> how) {
    unlessOvertaken(
        () ->
            registry.write(
                new Patch(
                    request(kind, namespace, name, subresource),
                    current -> changed(kind.type(), how, current))));
  }

  private static ObjectNode changed(StructType type, Consumer<ObjectNode> how, ObjectNode current) {
    how.accept(current);
    return Decoder.decode(type, current).object();
  }

  void delete(Kind kind, String namespace, String name, DeleteOptions options) {
    unlessOvertaken(() -> deletes.delete(request(kind, namespace, name, ""), options));
  }

  private static void unlessOvertaken(Runnable write) {
    try {
      write.run();
    } catch (ApiException e) {
      int code = e.status().code();
      boolean terminating =
          code == 403 && e.getMessage() != null && e.getMessage().contains("being terminated");
      boolean exists = e.status().reason().equals("AlreadyExists");
      if (code != 404 && !exists && !terminating) {
        throw e;
      }
    }
  }

  private WriteRequest request(Kind kind, String namespace, String name, String subresource) {
    return new WriteRequest(
        kind, kind, namespace, name, subresource, SYSTEM, false, manager, warning -> {});
  }
}
