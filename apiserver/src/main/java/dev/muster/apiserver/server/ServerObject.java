package dev.muster.apiserver.server;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.apiserver.registry.Create;
import dev.muster.apiserver.registry.DeleteOptions;
import dev.muster.apiserver.registry.Deletes;
import dev.muster.apiserver.registry.Patch;
import dev.muster.apiserver.registry.Registry;
import dev.muster.base.deadline.Deadline;
import dev.muster.model.scheme.Kind;
import dev.muster.model.status.ApiException;
import dev.muster.views.MetaV1.MutableObjectMeta;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * An object that servers keep by themselves. Servers that share a store may do so at the same
 * moment: then each change is made of what the others left, and none fails because of another.
 */
record ServerObject(Registry registry, Kind kind, String namespace, String name) {
  /** Another server was first: what there is now has to be looked at again. */
  private static final Set<String> OVERTAKEN = Set.of("AlreadyExists", "NotFound");

  /**
   * @param change what is there, or the object with nothing but its name, to what it shall be; may
   *     be asked several times
   */
  void change(UnaryOperator<ObjectNode> change) {
    while (true) {
      Deadline.check();
      try {
        if (registry.find(kind, namespace, name) == null) {
          create(change.apply(named()));
        } else {
          registry.write(
              new Patch(
                  Bootstrap.request(kind, namespace, name),
                  current -> Bootstrap.canonical(kind, change.apply(current))));
        }
        return;
      } catch (ApiException e) {
        if (!OVERTAKEN.contains(e.status().reason())) {
          throw e;
        }
      }
    }
  }

  /** Whoever deletes it. */
  void delete(Deletes deletes) {
    try {
      deletes.delete(Bootstrap.request(kind, namespace, name), DeleteOptions.DEFAULT);
    } catch (ApiException e) {
      if (!e.status().reason().equals("NotFound")) {
        throw e;
      }
    }
  }

  private void create(ObjectNode object) {
    registry.write(
        new Create(Bootstrap.request(kind, namespace, ""), Bootstrap.canonical(kind, object)));
  }

  private ObjectNode named() {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    MutableObjectMeta metadata = MutableObjectMeta.ofObject(object).name(name);
    if (!namespace.isEmpty()) {
      metadata.namespace(namespace);
    }
    return object;
  }
}
