package dev.muster.controllers.pods;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.api.ApiClient;
import dev.muster.client.api.ApiProblem;
import dev.muster.client.api.ApiResource;
import dev.muster.client.informers.Informer;
import dev.muster.controllers.objects.ControllerOwners;
import dev.muster.controllers.objects.Meta;
import dev.muster.model.selector.LabelSelector;
import dev.muster.views.MetaV1.MutableObjectMeta;
import dev.muster.views.MetaV1.MutableOwnerReference;
import dev.muster.views.MetaV1.MutablePartialObjectMetadata;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Which objects belong to an owner: those that it controls and selects; orphans that it selects
 * become its own, and what it no longer selects it lets go.
 */
public final class Adoption {
  private final ApiClient client;
  private final ApiResource owners;
  private final Informer objects;

  public Adoption(ApiClient client, ApiResource owners, Informer objects) {
    this.client = client;
    this.owners = owners;
    this.objects = ControllerOwners.indexed(objects);
  }

  /**
   * @param selects beside the selector: whether an object may be the owner's at all
   */
  public List<ObjectNode> claim(
      ObjectNode owner, LabelSelector selector, Predicate<JsonNode> selects) throws IOException {
    return claim(owner, selector, selects, object -> true);
  }

  /**
   * @param considered whether an object is looked at: others are neither taken nor let go
   */
  public List<ObjectNode> claim(
      ObjectNode owner,
      LabelSelector selector,
      Predicate<JsonNode> selects,
      Predicate<JsonNode> considered)
      throws IOException {
    List<ObjectNode> claimed = new ArrayList<>();
    boolean leaving = Meta.isBeingDeleted(owner);
    for (ObjectNode object : ControllerOwners.controlled(objects, owner)) {
      if (!considered.test(object)) {
        continue;
      }
      if (matches(object, selector, selects)) {
        claimed.add(object);
      } else if (!leaving) {
        release(owner, object);
      }
    }
    if (leaving || selector.isEmpty()) {
      return claimed;
    }
    boolean checked = false;
    for (ObjectNode object : ControllerOwners.orphans(objects, Meta.namespace(owner))) {
      if (Meta.isBeingDeleted(object)
          || !considered.test(object)
          || !matches(object, selector, selects)) {
        continue;
      }
      if (!checked && !mayAdopt(owner)) {
        return claimed;
      }
      checked = true;
      if (adopt(owner, object)) {
        claimed.add(object);
      }
    }
    return claimed;
  }

  private static boolean matches(
      JsonNode object, LabelSelector selector, Predicate<JsonNode> selects) {
    return selector.matchesObject(object) && selects.test(object);
  }

  /** Asks the server, not the cache: an owner that is being deleted must not adopt. */
  private boolean mayAdopt(ObjectNode owner) throws IOException {
    try {
      ObjectNode fresh = client.get(owners.path(Meta.namespace(owner), Meta.name(owner)));
      return Meta.uid(fresh).equals(Meta.uid(owner)) && !Meta.isBeingDeleted(fresh);
    } catch (ApiProblem e) {
      if (e.isNotFound()) {
        return false;
      }
      throw e;
    }
  }

  private boolean adopt(ObjectNode owner, ObjectNode object) throws IOException {
    ObjectNode patch = patchOf(object);
    MutableObjectMeta.ofObject(patch)
        .ownerReferences()
        .replace()
        .add(ControllerOwners.reference(owners, owner).tree());
    return patched(object, patch);
  }

  private void release(ObjectNode owner, ObjectNode object) throws IOException {
    ObjectNode patch = patchOf(object);
    MutableOwnerReference released = MutableObjectMeta.ofObject(patch).ownerReferences().add();
    released.tree().put("$patch", "delete");
    released.uid(Meta.uid(owner));
    boolean unused = patched(object, patch);
  }

  private static ObjectNode patchOf(ObjectNode object) {
    ObjectNode patch = JsonNodeFactory.instance.objectNode();
    MutablePartialObjectMetadata.of(patch).metadata().replace().uid(Meta.uid(object));
    return patch;
  }

  /** False if the object is gone, or another one by now. */
  private boolean patched(ObjectNode object, ObjectNode patch) throws IOException {
    String path = objects.resource().path(Meta.namespace(object), Meta.name(object));
    try {
      client.strategicPatch(path, patch);
      return true;
    } catch (ApiProblem e) {
      if (e.isNotFound() || e.code() == 422) {
        return false;
      }
      throw e;
    }
  }
}
