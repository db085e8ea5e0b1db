package dev.muster.controllers.objects;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.api.ApiResource;
import dev.muster.client.informers.Informer;
import dev.muster.views.MetaV1.MutableOwnerReference;
import dev.muster.views.MetaV1.ObjectMeta;
import dev.muster.views.MetaV1.OwnerReference;
import java.util.List;
import java.util.Optional;

/** Who controls an object. */
public final class ControllerOwners {
  /** The index of what each owner controls, by the owner's uid. */
  public static final String BY_CONTROLLER = "controller";

  private ControllerOwners() {}

  /** The one owner that controls it. */
  public static Optional<JsonNode> controller(JsonNode object) {
    for (OwnerReference owner : ObjectMeta.ofObject(object).ownerReferences()) {
      if (owner.controller().truth()) {
        return Optional.of(owner.tree());
      }
    }
    return Optional.empty();
  }

  /** Its uid; empty if nobody controls the object. */
  public static String controllerUid(JsonNode object) {
    return controller(object).map(owner -> OwnerReference.of(owner).uid().text()).orElse("");
  }

  public static boolean controls(JsonNode owner, JsonNode object) {
    return controllerUid(object).equals(Meta.uid(owner));
  }

  /** Adds {@link #BY_CONTROLLER}; orphans are indexed by their namespace, with a slash before. */
  public static Informer indexed(Informer informer) {
    return informer.index(
        BY_CONTROLLER,
        object -> {
          String uid = controllerUid(object);
          return List.of(uid.isEmpty() ? "/" + Meta.namespace(object) : uid);
        });
  }

  /** In the owner's own namespace: whoever names its uid from another one is nothing to it. */
  public static List<ObjectNode> controlled(Informer informer, JsonNode owner) {
    return controlled(informer, Meta.namespace(owner), Meta.uid(owner));
  }

  public static List<ObjectNode> controlled(Informer informer, String namespace, String uid) {
    return informer.by(BY_CONTROLLER, uid).stream()
        .filter(object -> Meta.namespace(object).equals(namespace))
        .toList();
  }

  public static List<ObjectNode> orphans(Informer informer, String namespace) {
    // whoever names such a text as the uid of an owner is no orphan, and may be anywhere
    return informer.by(BY_CONTROLLER, "/" + namespace).stream()
        .filter(object -> Meta.namespace(object).equals(namespace))
        .filter(object -> controllerUid(object).isEmpty())
        .toList();
  }

  /** The reference by which an owner controls what it makes. */
  public static MutableOwnerReference reference(ApiResource kind, JsonNode owner) {
    return MutableOwnerReference.create()
        .apiVersion(kind.apiVersion())
        .kind(kind.kind())
        .name(Meta.name(owner))
        .uid(Meta.uid(owner))
        .controller(true)
        .blockOwnerDeletion(true);
  }

  /** The key of the owner, if an object's controller is of that kind and known by the same uid. */
  public static Optional<String> ownerKey(Informer owners, JsonNode object) {
    return controller(object)
        .filter(owner -> OwnerReference.of(owner).kind().text().equals(owners.resource().kind()))
        .filter(owner -> sameGroup(OwnerReference.of(owner).apiVersion().text(), owners.resource()))
        .map(owner -> owners.get(Meta.namespace(object), OwnerReference.of(owner).name().text()))
        .filter(owner -> ControllerOwners.controls(owner, object))
        .map(Informer::key);
  }

  private static boolean sameGroup(String apiVersion, ApiResource resource) {
    int slash = apiVersion.indexOf('/');
    return (slash < 0 ? "" : apiVersion.substring(0, slash)).equals(resource.group());
  }
}
