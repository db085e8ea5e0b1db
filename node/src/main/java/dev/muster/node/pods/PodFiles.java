package dev.muster.node.pods;

import dev.muster.model.podspec.Pod;
import dev.muster.node.containers.PodPaths;
import dev.muster.node.runtime.PodView;
import dev.muster.node.users.PodUsers;
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

/** What the node keeps of pods in files: directories, logs, the ids of their users. */
public record PodFiles(PodPaths paths, PodUsers users) {
  private static final Logger LOG = LoggerFactory.getLogger(PodFiles.class);

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
      logs.forEach(PodFiles::delete);
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
