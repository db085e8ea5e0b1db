package dev.muster.admission;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.authz.User;
import dev.muster.model.field.At;
import dev.muster.model.field.Path;
import dev.muster.model.scheme.Kind;
import dev.muster.model.status.ApiException;
import dev.muster.model.status.Status;
import dev.muster.views.MetaV1.ObjectMeta;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A request that asks for admission: a write, or a connection to something.
 *
 * @param kind of the resource, in the version that is stored
 * @param asked the same kind in the version of the request
 * @param subresource empty for the object itself; it may carry objects of a kind of its own, as
 *     {@link dev.muster.model.codec.Target} tells
 * @param name empty for a create whose name is not known yet, and for deletions of collections
 * @param object what the request carries, as it would be stored, which mutating plugins may change;
 *     the options of a connection; null for deletions
 * @param old the object as it is stored; null for creates and connections
 * @param options what the client said about the operation, without their kind
 * @param warn takes warnings for the client
 */
public record AdmissionRequest(
    Operation operation,
    Kind kind,
    Kind asked,
    String subresource,
    String namespace,
    String name,
    @Nullable ObjectNode object,
    @Nullable ObjectNode old,
    User user,
    boolean dryRun,
    ObjectNode options,
    Consumer<String> warn) {

  /** Of the stored version, without options. */
  public AdmissionRequest(
      Operation operation,
      Kind kind,
      String subresource,
      String namespace,
      String name,
      @Nullable ObjectNode object,
      @Nullable ObjectNode old,
      User user,
      boolean dryRun,
      Consumer<String> warn) {
    this(
        operation,
        kind,
        kind,
        subresource,
        namespace,
        name,
        object,
        old,
        user,
        dryRun,
        JsonNodeFactory.instance.objectNode(),
        warn);
  }

  /** The object, to be read; absent for deletions. */
  public At at() {
    return new At(object == null ? MissingNode.getInstance() : object, Path.root());
  }

  /** True for a write to this kind itself, not to one of its subresources. */
  public boolean isFor(String group, String kindName) {
    return subresource.isEmpty() && kind.group().equals(group) && kind.kind().equals(kindName);
  }

  /** The refusal that a plugin gives for its own reasons. */
  public ApiException forbidden(String why) {
    return Status.forbidden(asked.group(), asked.plural(), shownName(), why).exception();
  }

  /** How refusals name the object, whose name may not have been generated yet. */
  public String shownName() {
    if (!name.isEmpty()) {
      return name;
    }
    if (object == null) {
      return "Unknown";
    }
    ObjectMeta metadata = ObjectMeta.ofObject(object);
    if (metadata.absent()) {
      return "Unknown/errorGettingName";
    }
    String prefix = metadata.generateName().text();
    return prefix.isEmpty() ? "Unknown" : prefix;
  }
}
