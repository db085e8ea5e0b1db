package dev.muster.controllers.reconcile;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.api.ApiClient;
import dev.muster.client.api.ApiProblem;
import dev.muster.client.api.ApiResource;
import dev.muster.controllers.objects.Meta;
import dev.muster.controllers.objects.SameValues;
import java.io.IOException;
import java.util.Optional;

/** Writes the status of objects, if it has changed. */
public record StatusUpdate(ApiClient client, ApiResource resource) {
  /**
   * Writes a status; if the object has changed meanwhile, once more over what it is now.
   *
   * @return the answer; empty if there was nothing to write
   */
  public Optional<ObjectNode> write(ObjectNode object, ObjectNode status) throws IOException {
    if (SameValues.in(status, object.path("status"))) {
      return Optional.empty();
    }
    String path = resource.path(Meta.namespace(object), Meta.name(object));
    try {
      return Optional.of(put(path, object, status));
    } catch (ApiProblem e) {
      if (!e.isConflict()) {
        throw e;
      }
      return Optional.of(put(path, client.get(path), status));
    }
  }

  /** Writes a status over exactly this version of the object. */
  public ObjectNode put(String path, ObjectNode object, ObjectNode status) throws IOException {
    ObjectNode changed = object.deepCopy();
    changed.set("status", status);
    return client.replace(path + "/status", changed);
  }
}
