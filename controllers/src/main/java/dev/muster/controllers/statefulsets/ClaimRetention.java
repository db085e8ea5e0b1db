package dev.muster.controllers.statefulsets;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.api.ApiResource;
import dev.muster.controllers.objects.ControlledResources;
import dev.muster.controllers.objects.ControllerOwners;
import dev.muster.controllers.objects.Meta;

/**
 * Who owns a claim, and so when it goes: with its StatefulSet, with its pod when the set gets
 * smaller, or never.
 */
record ClaimRetention(StatefulView set, JsonNode pod) {
  private boolean deletes(String when) {
    return set.spec()
        .path("persistentVolumeClaimRetentionPolicy")
        .path(when)
        .asText()
        .equals("Delete");
  }

  private boolean setOwns() {
    return deletes("whenDeleted") && !podOwns();
  }

  private boolean podOwns() {
    return deletes("whenScaled") && !set.wants(pod);
  }

  /** Whether the claim is an earlier pod's of the same name, and is going with it. */
  boolean isStale(JsonNode claim) {
    return deletes("whenScaled") && isStale(claim, ControlledResources.PODS, pod);
  }

  private static boolean isStale(JsonNode claim, ApiResource kind, JsonNode object) {
    for (JsonNode owner : owners(claim)) {
      if (isNamed(owner, kind, object)) {
        return !owner.path("uid").asText().equals(Meta.uid(object));
      }
    }
    return false;
  }

  private static JsonNode owners(JsonNode claim) {
    return claim.path("metadata").path("ownerReferences");
  }

  private static boolean isNamed(JsonNode owner, ApiResource kind, JsonNode object) {
    return owner.path("apiVersion").asText().equals(kind.apiVersion())
        && owner.path("kind").asText().equals(kind.kind())
        && owner.path("name").asText().equals(Meta.name(object));
  }

  /** Whether somebody else decides over the claim. */
  boolean isForeign(JsonNode claim) {
    if (!deletes("whenScaled") && !deletes("whenDeleted")) {
      return false;
    }
    for (JsonNode owner : owners(claim)) {
      String uid = owner.path("uid").asText();
      if (isNamed(owner, ControlledResources.STATEFUL_SETS, set.object())) {
        if (!uid.equals(Meta.uid(set.object()))) {
          return true;
        }
      } else if (isNamed(owner, ControlledResources.PODS, pod)) {
        if (!uid.equals(Meta.uid(pod))) {
          return true;
        }
      } else if (owner.path("controller").asBoolean()) {
        return true;
      }
    }
    return false;
  }

  boolean isUpToDate(JsonNode claim) {
    boolean ofSet = owns(claim, set.object());
    boolean ofPod = owns(claim, pod);
    if (isStale(claim, ControlledResources.STATEFUL_SETS, set.object())
        || isStale(claim, ControlledResources.PODS, pod)) {
      return true;
    }
    if (isForeign(claim)) {
      return !ofSet && !ofPod;
    }
    return !isOwnedLoosely(claim) && ofSet == setOwns() && ofPod == podOwns();
  }

  private static boolean owns(JsonNode claim, JsonNode object) {
    for (JsonNode owner : owners(claim)) {
      if (owner.path("uid").asText().equals(Meta.uid(object))) {
        return true;
      }
    }
    return false;
  }

  /** As older versions did, without control. */
  private boolean isOwnedLoosely(JsonNode claim) {
    for (JsonNode owner : owners(claim)) {
      String uid = owner.path("uid").asText();
      boolean ours = uid.equals(Meta.uid(set.object())) || uid.equals(Meta.uid(pod));
      if (ours && !owner.path("controller").asBoolean()) {
        return true;
      }
    }
    return false;
  }

  /** The claim with the owners that it should have. */
  ObjectNode mended(ObjectNode claim) {
    ArrayNode owners = JsonNodeFactory.instance.arrayNode();
    for (JsonNode owner : owners(claim)) {
      if (!isNamed(owner, ControlledResources.STATEFUL_SETS, set.object())
          && !isNamed(owner, ControlledResources.PODS, pod)) {
        owners.add(owner);
      }
    }
    if (!isForeign(claim)) {
      if (podOwns()) {
        owners.add(ControllerOwners.reference(ControlledResources.PODS, pod));
      } else if (setOwns()) {
        owners.add(ControllerOwners.reference(ControlledResources.STATEFUL_SETS, set.object()));
      }
    }
    ObjectNode mended = claim.deepCopy();
    if (owners.isEmpty()) {
      mended.withObject("/metadata").remove("ownerReferences");
    } else {
      mended.withObject("/metadata").set("ownerReferences", owners);
    }
    return mended;
  }
}
