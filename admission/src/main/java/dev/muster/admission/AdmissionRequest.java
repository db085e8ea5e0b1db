package dev.muster.admission;

import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.api.field.At;
import dev.muster.api.field.Path;
import dev.muster.api.kinds.Kind;
import dev.muster.api.status.ApiException;
import dev.muster.api.status.Status;
import dev.muster.authz.User;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A write that asks for admission.
 *
 * @param name empty for a create whose name is not known yet
 * @param object the object as it would be stored, which mutating plugins may change; null for
 *     deletions
 * @param old the object as it is stored; null for creates
 * @param warn takes warnings for the client
 */
public record AdmissionRequest(
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
    return Status.forbidden(kind.group(), kind.plural(), shownName(), why).exception();
  }

  /** How refusals name the object, whose name may not have been generated yet. */
  public String shownName() {
    if (!name.isEmpty()) {
      return name;
    }
    String prefix = object == null ? "" : object.path("metadata").path("generateName").asText();
    return prefix.isEmpty() ? "Unknown" : prefix;
  }
}
