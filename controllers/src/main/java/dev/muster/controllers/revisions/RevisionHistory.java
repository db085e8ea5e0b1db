package dev.muster.controllers.revisions;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.api.ApiClient;
import dev.muster.client.api.ApiProblem;
import dev.muster.client.api.ApiResource;
import dev.muster.client.informers.Informer;
import dev.muster.controllers.objects.ControlledResources;
import dev.muster.controllers.objects.ControllerOwners;
import dev.muster.controllers.objects.Meta;
import dev.muster.controllers.pods.Adoption;
import dev.muster.controllers.reconcile.Expectations;
import dev.muster.model.selector.LabelSelector;
import dev.muster.views.AppsV1.ControllerRevision;
import dev.muster.views.AppsV1.MutableControllerRevision;
import dev.muster.views.MetaV1.MutableObjectMeta;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;

/** The ControllerRevisions of objects of one kind: found, made, numbered anew, deleted. */
public final class RevisionHistory {
  /** The oldest number first; of the same number, the oldest. */
  public static final Comparator<JsonNode> BY_REVISION =
      Comparator.<JsonNode, Long>comparing(RevisionHistory::number).thenComparing(Meta.BY_AGE);

  private static final ApiResource REVISIONS = ControlledResources.CONTROLLER_REVISIONS;

  private final ApiClient client;
  private final ApiResource owners;
  private final Informer revisions;
  private final Adoption adoption;
  private final Expectations expectations;

  /**
   * @param owners the kind whose templates they are
   */
  public RevisionHistory(
      ApiClient client, ApiResource owners, Informer revisions, Expectations expectations) {
    this.client = client;
    this.owners = owners;
    this.revisions = revisions;
    this.adoption = new Adoption(client, owners, revisions);
    this.expectations = expectations;
  }

  /** The number of a revision. */
  public static long number(JsonNode revision) {
    return ControllerRevision.of(revision).revision().number();
  }

  /** All that are an object's own, the newest last. */
  public List<ObjectNode> all(ObjectNode owner, LabelSelector selector) throws IOException {
    return adoption.claim(owner, selector, any -> true).stream().sorted(BY_REVISION).toList();
  }

  /**
   * Makes one of an object's template. What has its name already is given back as it is: whoever
   * asks looks whether it has the same data.
   *
   * @param label that tells the hash
   */
  public ObjectNode make(
      String key, ObjectNode owner, ObjectNode data, long number, String name, HashLabel label)
      throws IOException {
    MutableControllerRevision revision =
        MutableControllerRevision.create().apiVersion("apps/v1").kind("ControllerRevision");
    MutableObjectMeta metadata = revision.metadata().replace();
    metadata.name(name).namespace(Meta.namespace(owner));
    ObjectNode labels = metadata.labels().map();
    Meta.labels(owner.path("spec").path("template")).forEach(labels::put);
    labels.put(label.name(), label.hash());
    JsonNode annotations = owner.path("metadata").path("annotations");
    if (annotations.isObject()) {
      metadata.annotations(annotations.deepCopy());
    }
    metadata.ownerReferences().list().add(ControllerOwners.reference(owners, owner).tree());
    revision.data(data).revision(number);
    try {
      ObjectNode made = client.create(REVISIONS.path(Meta.namespace(owner)), revision.tree());
      expectations.written(key, revisions, made);
      return made;
    } catch (ApiProblem e) {
      if (e.isConflict()) {
        return client.get(path(revision.tree()));
      }
      throw e;
    }
  }

  /** A label with the hash of a template. */
  public record HashLabel(String name, String hash) {}

  /** Gives a revision another number. */
  public ObjectNode renumber(String key, ObjectNode revision, long number) throws IOException {
    MutableControllerRevision changed = MutableControllerRevision.of(revision.deepCopy());
    ObjectNode written = client.replace(path(revision), changed.revision(number).tree());
    expectations.written(key, revisions, written);
    return written;
  }

  /** Deletes a revision, if it is there. */
  public void delete(ObjectNode revision) throws IOException {
    try {
      client.delete(path(revision), JsonNodeFactory.instance.objectNode());
    } catch (ApiProblem e) {
      if (!e.isNotFound()) {
        throw e;
      }
    }
  }

  private static String path(JsonNode revision) {
    return REVISIONS.path(Meta.namespace(revision), Meta.name(revision));
  }
}
