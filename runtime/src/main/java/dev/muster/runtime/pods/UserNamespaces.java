package dev.muster.runtime.pods;

import dev.muster.linux.MappedMounts;
import dev.muster.linux.Mounts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out whether pods can have user namespaces here, by trying: one is made, and a directory of
 * the runtime's own and a tmpfs are mapped into it. Kernel, file system and rights all have a say.
 */
public final class UserNamespaces {
  private static final Logger LOG = LoggerFactory.getLogger(UserNamespaces.class);

  private UserNamespaces() {}

  /** Whether they work for a runtime that keeps its things there. */
  public static boolean work(Layout layout) {
    try {
      Path open = layout.show("probe");
      Path scratch = Files.createTempDirectory(layout.root(), "probe");
      try {
        attempt(scratch, open);
      } finally {
        Layout.clear(scratch);
        Layout.clear(open);
      }
      return true;
    } catch (IOException e) {
      LOG.info("pods cannot have user namespaces: {}", e.getMessage());
      return false;
    }
  }

  private static void attempt(Path scratch, Path open) throws IOException {
    Path plain = Files.createDirectory(scratch.resolve("plain"));
    Path memory = Files.createDirectory(scratch.resolve("memory"));
    Mounts.mount("tmpfs", memory, "tmpfs", Mounts.NO_SUID | Mounts.NO_DEV, "size=64k,mode=0700");
    Process inside = new ProcessBuilder("unshare", "--user", "--map-root-user", "cat").start();
    try {
      inside.getOutputStream().write('\n');
      inside.getOutputStream().flush();
      if (inside.getInputStream().read() < 0) {
        throw new IOException("unshare --user: " + error(inside));
      }
      Path namespace = Path.of("/proc/" + inside.pid() + "/ns/user");
      for (Path each : new Path[] {plain, memory}) {
        MappedMounts.bind(each, Files.createDirectory(open.resolve(each.getFileName())), namespace);
      }
    } finally {
      inside.destroyForcibly();
    }
  }

  private static String error(Process ended) throws IOException {
    return new String(ended.getErrorStream().readNBytes(500), StandardCharsets.UTF_8).strip();
  }
}
