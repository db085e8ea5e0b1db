package dev.muster.node.pods;

import dev.muster.model.podspec.Pod;
import dev.muster.node.containers.PodPaths;
import dev.muster.node.runtime.ContainerView;
import dev.muster.node.runtime.PodView;
import dev.muster.node.runtime.RuntimeProblem;
import dev.muster.node.runtime.SandboxView;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes away what a pod had. */
record PodCleanup(PodTools tools) {
  private static final Logger LOG = LoggerFactory.getLogger(PodCleanup.class);

  /** After its last container has ended: network and volumes go; logs stay. */
  void release(Pod pod, PodView view) throws RuntimeProblem {
    for (SandboxView sandbox : view.sandboxes()) {
      if (sandbox.ready()) {
        tools.runtime().stopSandbox(sandbox.id());
      }
    }
    tools.volumes().release(pod.uid());
    tools.credentials().release(pod.uid());
  }

  /** Of a pod that has ended, for want of space: containers and their logs go. */
  void removeFromRuntime(PodView view) {
    if (view.isEmpty()) {
      return;
    }
    try {
      removeAll(view);
    } catch (RuntimeProblem e) {
      LOG.warn("left behind: containers of {}: {}", view.name(), e.getMessage());
      return;
    }
    delete(tools.sandboxes().paths().logs(view.namespace(), view.name(), view.uid()));
  }

  private void removeAll(PodView view) throws RuntimeProblem {
    for (ContainerView container : view.containers()) {
      tools.runtime().removeContainer(container.id());
    }
    for (SandboxView sandbox : view.sandboxes()) {
      tools.runtime().removeSandbox(sandbox.id());
    }
    tools.states().refresh(view.uid());
  }

  /** After the pod is gone: everything goes. */
  void remove(Pod pod, PodView view) throws RuntimeProblem {
    removeAll(view);
    tools.images().forget(pod.uid());
    tools.crashes().forget(pod.uid() + "/");
    tools.statuses().forget(pod.uid());
    tools.allocations().forget(pod.uid());
    releaseUsers(pod.uid());
    delete(tools.sandboxes().paths().of(pod.uid()));
    delete(tools.sandboxes().paths().logs(pod));
  }

  /** Of a pod that neither the API nor the runtime knows: what an earlier agent left. */
  void removeFiles(String uid) {
    tools.volumes().release(uid);
    releaseUsers(uid);
    PodPaths paths = tools.sandboxes().paths();
    delete(paths.of(uid));
    try (DirectoryStream<Path> logs = Files.newDirectoryStream(paths.logRoot(), "*_" + uid)) {
      logs.forEach(PodCleanup::delete);
    } catch (IOException e) {
      LOG.warn("left behind: logs of {}: {}", uid, e.toString());
    }
  }

  /** Ids stay taken while a file says so: a later agent would read it. */
  private void releaseUsers(String uid) {
    try {
      tools.users().release(uid);
    } catch (IOException e) {
      LOG.warn("left behind: ids of {}: {}", uid, e.toString());
    }
  }

  private static void delete(Path directory) {
    if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    try (Stream<Path> all = Files.walk(directory)) {
      List<Path> deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
      for (Path one : deepestFirst) {
        Files.deleteIfExists(one);
      }
    } catch (IOException | UncheckedIOException e) {
      LOG.warn("left behind: {}: {}", directory, e.toString());
    }
  }
}
