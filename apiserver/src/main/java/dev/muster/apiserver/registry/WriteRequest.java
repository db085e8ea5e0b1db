package dev.muster.apiserver.registry;

import dev.muster.api.kinds.Kind;
import dev.muster.authz.User;
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
    Consumer<String> warn) {}
