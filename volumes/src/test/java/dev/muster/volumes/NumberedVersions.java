package dev.muster.volumes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.linux.Fd;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** Payloads that tell their version in every file, and what a reader may see of them. */
final class NumberedVersions {
  static final Ownership OWNED = new Ownership(-1, false, -1, -1);
  private static final int FILES = 5;

  private NumberedVersions() {}

  static AtomicDirectory writer(Fd root) {
    return new AtomicDirectory(root, OWNED, Clock.systemUTC(), Duration.ofSeconds(10));
  }

  static SortedMap<String, PayloadFile> payload(int version) {
    SortedMap<String, PayloadFile> files = new TreeMap<>();
    String text = (version + "\n").repeat(500) + "end";
    for (int i = 0; i < FILES; i++) {
      files.put("file-" + i, new PayloadFile(Content.of(text), 0640, 12, 34));
      files.put("sub/dir/file-" + i, new PayloadFile(Content.of(text), 0400, 0, 0));
    }
    return files;
  }

  /** One resolution of ..data gives one whole version, and every path is there, whole. */
  static void check(Path dir) throws IOException {
    Path resolved = dir.resolve("..data").toRealPath();
    Set<Integer> versions = new HashSet<>();
    for (String path : payload(0).keySet()) {
      versions.add(version(resolved.resolve(path)));
    }
    assertThat(versions).hasSize(1);
    for (String path : payload(0).keySet()) {
      version(dir.resolve(path));
    }
  }

  static int version(Path file) throws IOException {
    String text = Files.readString(file);
    int version = Integer.parseInt(text.substring(0, text.indexOf('\n')));
    assertThat(text).isEqualTo((version + "\n").repeat(500) + "end");
    return version;
  }
}
