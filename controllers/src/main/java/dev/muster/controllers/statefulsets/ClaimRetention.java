package dev.muster.controllers.statefulsets;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.api.ApiResource;
import dev.muster.controllers.objects.ControlledResources;
import dev.muster.controllers.objects.ControllerOwners;
import dev.muster.controllers.objects.Meta;
import dev.muster.views.AppsV1.StatefulSetPersistentVolumeClaimRetentionPolicy;
import dev.muster.views.CoreV1.MutablePersistentVolumeClaim;
import dev.muster.views.CoreV1.PersistentVolumeClaim;
import dev.muster.views.MetaV1.OwnerReference;
import dev.muster.views.ViewList;

/**
 * Who owns a claim, and so when it goes: with its StatefulSet, with its pod when the set gets
 * smaller, or never.
 */
record ClaimRetention(StatefulView set, JsonNode pod) {
  private StatefulSetPersistentVolumeClaimRetentionPolicy policy() {
    return set.spec().persistentVolumeClaimRetentionPolicy();
  }

  private boolean deletesWhenDeleted() {
    return policy().whenDeleted().text().equals("Delete");
  }

  private boolean deletesWhenScaled() {
    return policy().whenScaled().text().equals("Delete");
  }

  private boolean setOwns() {
    return deletesWhenDeleted() && !podOwns();
  }

  private boolean podOwns() {
    return deletesWhenScaled() && !set.wants(pod);
  }

  /** Whether the claim is an earlier pod's of the same name, and is going with it. */
  boolean isStale(JsonNode claim) {
    return deletesWhenScaled() && isStale(claim, ControlledResources.PODS, pod);
  }

  private static boolean isStale(JsonNode claim, ApiResource kind, JsonNode object) {
    for (OwnerReference owner : owners(PersistentVolumeClaim.of(claim))) {
      if (isNamed(owner, kind, object)) {
        return !owner.uid().text().equals(Meta.uid(object));
      }
    }
    return false;
  }

  private static ViewList<OwnerReference> owners(PersistentVolumeClaim claim) {
    return claim.metadata().ownerReferences();
  }

  private static boolean isNamed(OwnerReference owner, ApiResource kind, JsonNode object) {
    return owner.apiVersion().text().equals(kind.apiVersion())
        && owner.kind().text().equals(kind.kind())
        && owner.name().text().equals(Meta.name(object));
  }

  /** Whether somebody else decides over the claim. */
  boolean isForeign(JsonNode claim) {
    if (!deletesWhenScaled() && !deletesWhenDeleted()) {
      return false;
    }
    for (OwnerReference owner : owners(PersistentVolumeClaim.of(claim))) {
      String uid = owner.uid().text();
      if (isNamed(owner, ControlledResources.STATEFUL_SETS, set.object())) {
        if (!uid.equals(Meta.uid(set.object()))) {
          return true;
        }
      } else if (isNamed(owner, ControlledResources.PODS, pod)) {
        if (!uid.equals(Meta.uid(pod))) {
          return true;
        }
      } else if (owner.controller().truth()) {
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
    for (OwnerReference owner : owners(PersistentVolumeClaim.of(claim))) {
      if (owner.uid().text().equals(Meta.uid(object))) {
        return true;
      }
    }
    return false;
  }

  /** As older versions did, without control. */
  private boolean isOwnedLoosely(JsonNode claim) {
    for (OwnerReference owner : owners(PersistentVolumeClaim.of(claim))) {
      String uid = owner.uid().text();
      boolean ours = uid.equals(Meta.uid(set.object())) || uid.equals(Meta.uid(pod));
      if (ours && !owner.controller().truth()) {
        return true;
      }
    }
    return false;
  }

  /** The claim with the owners that it should have. */
  MutablePersistentVolumeClaim mended(ObjectNode claim) {
    ArrayNode owners = JsonNodeFactory.instance.arrayNode();
    for (OwnerReference owner : owners(PersistentVolumeClaim.of(claim))) {
      if (!isNamed(owner, ControlledResources.STATEFUL_SETS, set.object())
          && !isNamed(owner, ControlledResources.PODS, pod)) {
        owners.add(owner.tree());
      }
    }
    if (!isForeign(claim)) {
      if (podOwns()) {
        owners.add(ControllerOwners.reference(ControlledResources.PODS, pod).tree());
      } else if (setOwns()) {
        owners.add(
            ControllerOwners.reference(ControlledResources.STATEFUL_SETS, set.object()).tree());
      }
    }
    MutablePersistentVolumeClaim mended = MutablePersistentVolumeClaim.of(claim.deepCopy());
    if (owners.isEmpty()) {
      mended.metadata().ensure().ownerReferences().remove();
    } else {
      mended.metadata().ensure().ownerReferences().set(owners);
    }
    return mended;
  }
}
