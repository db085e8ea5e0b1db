package dev.muster.controllers.pods;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.api.ApiClient;
import dev.muster.client.api.ApiProblem;
import dev.muster.client.api.ApiResource;
import dev.muster.client.events.EventBroadcaster;
import dev.muster.client.events.EventType;
import dev.muster.controllers.objects.ControlledResources;
import dev.muster.controllers.objects.ControllerOwners;
import dev.muster.controllers.objects.Meta;
import dev.muster.views.CoreV1.MutablePod;
import dev.muster.views.CoreV1.PodTemplateSpec;
import dev.muster.views.MetaV1.MutableObjectMeta;
import java.io.IOException;

/** Makes and deletes the pods of owners of one kind, and tells of it in events of the owner. */
public final class PodControl {
  private final ApiClient client;
  private final EventBroadcaster events;
  private final ApiResource owners;

  public PodControl(ApiClient client, EventBroadcaster events, ApiResource owners) {
    this.client = client;
    this.events = events;
    this.owners = owners;
  }

  /** The pod that a template of an owner describes, with a name that begins as the owner's. */
  public ObjectNode fromTemplate(ObjectNode owner, JsonNode template) {
    MutablePod pod = MutablePod.create();
    pod.apiVersion("v1").kind("Pod");
    MutableObjectMeta metadata = pod.metadata().replace();
    metadata.generateName(Meta.name(owner) + "-");
    for (String part : new String[] {"labels", "annotations", "finalizers"}) {
      JsonNode value = PodTemplateSpec.of(template).metadata().tree().path(part);
      if (value.isContainerNode()) {
        metadata.tree().set(part, value.deepCopy());
      }
    }
    metadata.ownerReferences().replace().add(ControllerOwners.reference(owners, owner).tree());
    pod.spec().set(PodTemplateSpec.of(template).spec().tree().deepCopy());
    return pod.tree();
  }

  /**
   * @return the pod as it was stored
   * @throws ApiProblem if it was refused, which the owner's events then say
   */
  public ObjectNode create(ObjectNode owner, ObjectNode pod) throws IOException {
    try {
      ObjectNode made = client.create(ControlledResources.PODS.path(Meta.namespace(owner)), pod);
      tell(owner, EventType.NORMAL, "SuccessfulCreate", "Created pod: " + Meta.name(made));
      return made;
    } catch (ApiProblem e) {
      if (!isNamespaceTerminating(e)) {
        tell(owner, EventType.WARNING, "FailedCreate", "Error creating: " + e.getMessage());
      }
      throw e;
    }
  }

  /** Whether a pod could not be made because its namespace is on its way out. */
  public static boolean isNamespaceTerminating(ApiProblem problem) {
    String message = problem.getMessage();
    return problem.code() == 403
        && message != null
        && message.endsWith("because it is being terminated");
  }

  /**
   * @throws ApiProblem also if there is no such pod any more
   */
  public void delete(ObjectNode owner, JsonNode pod) throws IOException {
    try {
      client.delete(
          ControlledResources.PODS.path(Meta.namespace(pod), Meta.name(pod)),
          JsonNodeFactory.instance.objectNode());
    } catch (ApiProblem e) {
      if (!e.isNotFound()) {
        tell(owner, EventType.WARNING, "FailedDelete", "Error deleting: " + e.getMessage());
      }
      throw e;
    }
    tell(owner, EventType.NORMAL, "SuccessfulDelete", "Deleted pod: " + Meta.name(pod));
  }

  /** The same, but a pod that is gone is as good. */
  public void deleteIfThere(ObjectNode owner, JsonNode pod) throws IOException {
    try {
      delete(owner, pod);
    } catch (ApiProblem e) {
      if (!e.isNotFound()) {
        throw e;
      }
    }
  }

  private void tell(ObjectNode owner, EventType type, String reason, String message) {
    events.event(owner, type, reason, message);
  }
}
