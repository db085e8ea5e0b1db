package dev.muster.node.pods;

import dev.muster.cri.v1.Mount;
import dev.muster.node.logs.LogTail;
import dev.muster.node.runtime.ContainerView;
import dev.muster.node.runtime.CriLabels;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/** What a container left to say when it ended: its termination message. */
final class LastWords {
  private static final int LONGEST = 4 * 1024;
  private static final int LOG_LINES = 80;
  private static final int LOG_BYTES = 2 * 1024;

  /** What the runtime says of its end, and what itself did. */
  String of(ContainerView ended) {
    String own = own(ended);
    return ended.message().isEmpty() || own.isEmpty()
        ? ended.message() + own
        : ended.message() + ": " + own;
  }

  /** The end of its message file, or of its log if it wants that and failed. */
  private static String own(ContainerView ended) {
    String path = ended.annotations().getOrDefault(CriLabels.MESSAGE_PATH, "/dev/termination-log");
    String message = "";
    for (Mount mount : ended.mounts()) {
      if (mount.getContainerPath().equals(path)) {
        message = read(Path.of(mount.getHostPath()));
      }
    }
    String policy = ended.annotations().getOrDefault(CriLabels.MESSAGE_POLICY, "File");
    boolean log =
        policy.equals("FallbackToLogsOnError")
            && ended.exitCode() != 0
            && !ended.reason().equals("ContainerCannotRun");
    return message.isEmpty() && log && !ended.logPath().isEmpty()
        ? LogTail.of(Path.of(ended.logPath()), LOG_LINES, LOG_BYTES)
        : message;
  }

  /** The container writes this file: it may be anything but must not lead elsewhere. */
  private static String read(Path file) {
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      return "";
    }
    try (SeekableByteChannel in =
        Files.newByteChannel(file, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS))) {
      in.position(Math.max(0, in.size() - LONGEST));
      ByteBuffer end = ByteBuffer.allocate(LONGEST);
      while (end.hasRemaining() && in.read(end) > 0) {}
      return new String(end.array(), 0, end.position(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      return "";
    }
  }
}
