package dev.muster.node.users;

import dev.muster.cri.v1.IDMapping;
import dev.muster.cri.v1.NamespaceMode;
import dev.muster.cri.v1.RuntimeHandler;
import dev.muster.cri.v1.UserNamespace;
import dev.muster.views.CoreV1.Pod;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Whose ids the processes of pods have: the host's, or with {@code hostUsers: false} those of a
 * range of their own.
 *
 * @param handlers what the runtime's handlers can do, as it says now; empty while it is away
 */
public record PodUsers(HostIdRanges ranges, Supplier<Optional<List<RuntimeHandler>>> handlers) {
  /** Ids are those of the host. */
  public static final UserNamespace HOST =
      UserNamespace.newBuilder().setMode(NamespaceMode.NODE).build();

  /**
   * For a new sandbox by a handler of the runtime.
   *
   * @throws IOException when the pod wants a user namespace and cannot have one
   */
  public UserNamespace forSandbox(Pod pod, String handler) throws IOException {
    if (hostUsers(pod)) {
      return HOST;
    }
    requireSupport(handler);
    return from(ranges.of(pod.uid()));
  }

  /**
   * For a container in the pod's sandbox.
   *
   * @throws IOException when the sandbox cannot have what the pod wants
   */
  public UserNamespace forContainer(Pod pod) throws IOException {
    if (hostUsers(pod)) {
      return HOST;
    }
    return from(
        ranges
            .find(pod.uid())
            .orElseThrow(() -> new IOException("the pod's sandbox has no user namespace")));
  }

  /** After the pod is gone. */
  public void release(String uid) throws IOException {
    ranges.release(uid);
  }

  public static boolean hostUsers(Pod pod) {
    return pod.spec().hostUsers().optionalTruth().orElse(true);
  }

  /** A namespace whose ids begin there outside. */
  public static UserNamespace from(long first) {
    IDMapping mapping =
        IDMapping.newBuilder().setHostId((int) first).setLength(HostIdRanges.LENGTH).build();
    return UserNamespace.newBuilder()
        .setMode(NamespaceMode.POD)
        .addUids(mapping)
        .addGids(mapping)
        .build();
  }

  private void requireSupport(String handler) throws IOException {
    String refusal =
        handler.isEmpty()
            ? "can't set `spec.hostUsers: false`, runtime does not support user namespaces"
            : "can't set `spec.hostUsers: false`, RuntimeClass handler \""
                + handler
                + "\" does not support user namespaces";
    List<RuntimeHandler> known =
        handlers
            .get()
            .orElseThrow(() -> new IOException(refusal + ": runtime handlers are not set"));
    RuntimeHandler found =
        known.stream()
            .filter(each -> each.getName().equals(handler))
            .findFirst()
            .orElseThrow(
                () -> new IOException(refusal + ": the handler \"" + handler + "\" is not known"));
    if (!found.getFeatures().getUserNamespaces()) {
      throw new IOException(refusal);
    }
  }
}
