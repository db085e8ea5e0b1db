package dev.muster.node.pods;

import dev.muster.linux.DirectoryTrees;
import dev.muster.node.containers.PodPaths;
import dev.muster.node.runtime.PodView;
import dev.muster.node.users.PodUsers;
import dev.muster.views.CoreV1.Pod;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the node keeps of pods in files: directories, logs, the ids of their users. */
public record PodRemains(PodPaths paths, PodUsers users) {
  private static final Logger LOG = LoggerFactory.getLogger(PodRemains.class);

  void removeLogs(PodView view) {
    delete(paths.logs(view.namespace(), view.name(), view.uid()));
  }

  void remove(Pod pod) {
    releaseUsers(pod.uid());
    delete(paths.of(pod.uid()));
    delete(paths.logs(pod));
  }

  /** Of a pod of which only the uid is known. */
  void remove(String uid) {
    releaseUsers(uid);
    delete(paths.of(uid));
    try (DirectoryStream<Path> logs = Files.newDirectoryStream(paths.logRoot(), "*_" + uid)) {
      logs.forEach(PodRemains::delete);
    } catch (IOException e) {
      LOG.warn("left behind: logs of {}: {}", uid, e.toString());
    }
  }

  /** Ids stay taken while a file says so: a later agent would read it. */
  private void releaseUsers(String uid) {
    try {
      users.release(uid);
    } catch (IOException e) {
      LOG.warn("left behind: ids of {}: {}", uid, e.toString());
    }
  }

  /** What is still mounted below it stays, and so does the directory. */
  private static void delete(Path directory) {
    try {
      DirectoryTrees.remove(directory);
    } catch (IOException e) {
      LOG.warn("left behind: {}: {}", directory, e.toString());
    }
  }
}
