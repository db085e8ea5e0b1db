package dev.muster.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BeneathTest {
  @TempDir Path temp;
  private Path root;

  @BeforeEach
  void tree() throws Exception {
    root = temp.resolve("root");
    Files.createDirectories(root.resolve("a/b"));
    Files.writeString(temp.resolve("secret"), "out of reach");
    Files.writeString(root.resolve("a/b/file"), "in");
    Files.createSymbolicLink(root.resolve("inside"), Path.of("a/b"));
    Files.createSymbolicLink(root.resolve("a/b/round"), Path.of("../../a/b/file"));
    Files.createSymbolicLink(root.resolve("up"), Path.of("../secret"));
    Files.createSymbolicLink(root.resolve("absolute"), temp.resolve("secret"));
    Files.createSymbolicLink(root.resolve("proc"), Path.of("/proc/self/root"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a/b/file", "inside/file", "a/b/round", "a/../a/b/file", "inside/round"})
  void opensWhatIsInside(String path) throws Exception {
    try (Fd at = Fd.directory(root);
        Fd file = Beneath.open(at, path, OpenFlags.PATH, 0)) {
      assertThat(file.asPath().toRealPath()).isEqualTo(root.toRealPath().resolve("a/b/file"));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"..", "../secret", "up", "absolute", "proc/etc", "/etc/passwd", "a/../../secret"})
  void refusesEveryWayOut(String path) throws Exception {
    try (Fd at = Fd.directory(root)) {
      assertThatThrownBy(() -> Beneath.open(at, path, OpenFlags.PATH, 0))
          .isInstanceOfSatisfying(
              SyscallException.class, e -> assertThat(e.errno()).isEqualTo(Errno.EXDEV));
    }
  }

  @Test
  void plainFollowsNoLinks() throws Exception {
    try (Fd at = Fd.directory(root)) {
      assertThatThrownBy(() -> Beneath.openPlain(at, "inside/file", OpenFlags.PATH, 0))
          .isInstanceOfSatisfying(
              SyscallException.class, e -> assertThat(e.errno()).isEqualTo(Errno.ELOOP));
      Beneath.openPlain(at, "a/b/file", OpenFlags.PATH, 0).close();
    }
  }
}
