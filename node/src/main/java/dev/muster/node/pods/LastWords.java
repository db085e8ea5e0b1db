package dev.muster.node.pods;

import dev.muster.cri.v1.Mount;
import dev.muster.node.logs.LogTail;
import dev.muster.node.runtime.ContainerView;
import dev.muster.node.runtime.Labels;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/** What a container left to say when it ended: its termination message. */
final class LastWords {
  private static final int LONGEST = 4 * 1024;
  private static final int LOG_LINES = 80;
  private static final int LOG_BYTES = 2 * 1024;

  /** Its own message file, or its log's end if it wants that and failed. */
  String of(ContainerView ended) {
    String path = ended.annotations().getOrDefault(Labels.MESSAGE_PATH, "/dev/termination-log");
    String message = "";
    for (Mount mount : ended.mounts()) {
      if (mount.getContainerPath().equals(path)) {
        message = read(Path.of(mount.getHostPath()));
      }
    }
    String policy = ended.annotations().getOrDefault(Labels.MESSAGE_POLICY, "File");
    boolean log = policy.equals("FallbackToLogsOnError") && ended.exitCode() != 0;
    if (message.isEmpty() && log && !ended.logPath().isEmpty()) {
      message = LogTail.of(Path.of(ended.logPath()), LOG_LINES, LOG_BYTES);
    }
    return message.isEmpty() ? ended.message() : message;
  }

  /** The container writes this file: it may be anything but must not lead elsewhere. */
  private static String read(Path file) {
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      return "";
    }
    try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
      return new String(in.readNBytes(LONGEST), StandardCharsets.UTF_8);
    } catch (IOException e) {
      return "";
    }
  }
}
