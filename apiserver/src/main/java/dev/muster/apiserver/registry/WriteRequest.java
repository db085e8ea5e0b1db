package dev.muster.apiserver.registry;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.authz.User;
import dev.muster.model.scheme.Kind;
import java.util.function.Consumer;

/**
 * Who writes what, and how.
 *
 * @param kind in the stored version
 * @param asked the kind in the version of the request
 * @param namespace empty for cluster-wide kinds
 * @param name from the URL; empty when creating
 * @param subresource empty for the object itself
 * @param manager the field manager, never empty
 * @param options what the client said about the operation, for those who look at it in admission
 * @param warn takes warnings for the client
 */
public record WriteRequest(
    Kind kind,
    Kind asked,
    String namespace,
    String name,
    String subresource,
    User user,
    boolean dryRun,
    String manager,
    ObjectNode options,
    Consumer<String> warn) {

  /** Without options, as the server's own writes are. */
  public WriteRequest(
      Kind kind,
      Kind asked,
      String namespace,
      String name,
      String subresource,
      User user,
      boolean dryRun,
      String manager,
      Consumer<String> warn) {
    this(
        kind,
        asked,
        namespace,
        name,
        subresource,
        user,
        dryRun,
        manager,
        JsonNodeFactory.instance.objectNode(),
        warn);
  }

  /** The same for another object. */
  public WriteRequest of(String otherNamespace, String otherName) {
    return new WriteRequest(
        kind, asked, otherNamespace, otherName, subresource, user, dryRun, manager, options, warn);
  }

  /** The same for a part of the object, or with an empty name for the object itself. */
  public WriteRequest of(String part) {
    return new WriteRequest(
        kind, asked, namespace, name, part, user, dryRun, manager, options, warn);
  }
}
