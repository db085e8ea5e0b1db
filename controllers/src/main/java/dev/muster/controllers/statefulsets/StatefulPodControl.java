package dev.muster.controllers.statefulsets;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.api.ApiClient;
import dev.muster.client.api.ApiProblem;
import dev.muster.client.events.EventBroadcaster;
import dev.muster.client.events.EventType;
import dev.muster.client.informers.Informer;
import dev.muster.controllers.objects.ControlledResources;
import dev.muster.controllers.objects.Meta;
import dev.muster.controllers.reconcile.Expectations;
import dev.muster.views.CoreV1.MutablePersistentVolumeClaim;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Makes, mends and deletes pods and their claims, and tells of it in the StatefulSet's events. */
record StatefulPodControl(
    ApiClient client,
    EventBroadcaster events,
    Informer pods,
    Informer claims,
    Expectations expectations) {

  void take(String key, StatefulView set, StatefulStep step) throws IOException {
    switch (step) {
      case StatefulStep.CreatePod create -> create(key, set, create.pod());
      case StatefulStep.CreateClaims missing -> {
        createClaims(key, set, missing.pod());
        mendClaims(key, set, missing.pod());
      }
      case StatefulStep.MendPod mend -> mend(key, set, mend.pod());
      case StatefulStep.MendClaims mend -> mendClaims(key, set, mend.pod());
      case StatefulStep.DeletePod delete -> delete(key, set, delete.pod());
    }
  }

  private void create(String key, StatefulView set, ObjectNode pod) throws IOException {
    String namespace = Meta.namespace(set.object());
    try {
      createClaims(key, set, pod);
      expectations.written(key, pods, client.create(ControlledResources.PODS.path(namespace), pod));
    } catch (ApiProblem e) {
      if (!e.isConflict()) {
        tellPod(set, "Create", pod, e);
      }
      throw e;
    } catch (IOException e) {
      tellPod(set, "Create", pod, e);
      throw e;
    }
    tellPod(set, "Create", pod, null);
  }

  private void createClaims(String key, StatefulView set, ObjectNode pod) throws IOException {
    for (ObjectNode claim : set.claims(pod).values()) {
      ObjectNode present = claims.get(Informer.key(claim));
      if (present == null) {
        createClaim(key, set, pod, new ClaimRetention(set, pod).mended(claim));
      } else if (Meta.isBeingDeleted(present)) {
        throw new IOException("pvc " + Meta.name(claim) + " is being deleted");
      }
    }
  }

  private void createClaim(
      String key, StatefulView set, ObjectNode pod, MutablePersistentVolumeClaim claim)
      throws IOException {
    String what = "Create Claim " + Meta.name(claim.tree());
    String in = "Pod " + Meta.name(pod) + " in StatefulSet " + Meta.name(set.object());
    try {
      String path = ControlledResources.CLAIMS.path(Meta.namespace(set.object()));
      expectations.written(key, claims, client.create(path, claim.tree()));
      tell(set, EventType.NORMAL, "SuccessfulCreate", what + " " + in + " success");
    } catch (ApiProblem e) {
      if (!e.isConflict()) {
        String text = what + " for " + in + " failed error: " + e.getMessage();
        tell(set, EventType.WARNING, "FailedCreate", text);
      }
      throw new IOException(
          "failed to create PVC " + Meta.name(claim.tree()) + ": " + e.getMessage(), e);
    }
  }

  private void mend(String key, StatefulView set, ObjectNode pod) throws IOException {
    ObjectNode mended = pod.deepCopy();
    set.identify(mended, StatefulView.ordinal(pod));
    set.store(mended);
    try {
      createClaims(key, set, pod);
      mendClaims(key, set, pod);
      if (mended.equals(pod)) {
        return;
      }
      String path = ControlledResources.PODS.path(Meta.namespace(pod), Meta.name(pod));
      expectations.written(key, pods, client.replace(path, mended));
    } catch (IOException e) {
      tellPod(set, "Update", pod, e);
      throw e;
    }
    tellPod(set, "Update", pod, null);
  }

  private void mendClaims(String key, StatefulView set, ObjectNode pod) throws IOException {
    ClaimRetention retention = new ClaimRetention(set, pod);
    for (ObjectNode wanted : set.claims(pod).values()) {
      ObjectNode claim = claims.get(Informer.key(wanted));
      if (claim == null) {
        continue;
      }
      if (retention.isForeign(claim)) {
        tell(
            set,
            EventType.WARNING,
            "ConflictingController",
            "PersistentVolumeClaim "
                + Meta.name(claim)
                + " has a conflicting OwnerReference that acts as a manging controller, the"
                + " retention policy is ignored for this claim");
      }
      if (!retention.isUpToDate(claim)) {
        String path = ControlledResources.CLAIMS.path(Meta.namespace(claim), Meta.name(claim));
        expectations.written(key, claims, client.replace(path, retention.mended(claim).tree()));
      }
    }
  }

  private void delete(String key, StatefulView set, ObjectNode pod) throws IOException {
    try {
      client.delete(
          ControlledResources.PODS.path(Meta.namespace(pod), Meta.name(pod)),
          JsonNodeFactory.instance.objectNode());
    } catch (IOException e) {
      tellPod(set, "Delete", pod, e);
      throw e;
    }
    expectations.deleted(key, pods, pod);
    tellPod(set, "Delete", pod, null);
  }

  private void tellPod(
      StatefulView set, String verb, ObjectNode pod, @Nullable IOException problem) {
    String what = verb + " Pod " + Meta.name(pod) + " in StatefulSet " + Meta.name(set.object());
    if (problem == null) {
      tell(set, EventType.NORMAL, "Successful" + verb, what + " successful");
    } else {
      String text = what + " failed error: " + problem.getMessage();
      tell(set, EventType.WARNING, "Failed" + verb, text);
    }
  }

  private void tell(StatefulView set, EventType type, String reason, String message) {
    events.event(set.object(), type, reason, message);
  }
}
