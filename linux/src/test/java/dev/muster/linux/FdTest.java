package dev.muster.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FdTest {
  private static final int NEW = OpenFlags.WRITE | OpenFlags.CREATE | OpenFlags.EXCLUSIVE;

  @TempDir Path dir;

  @Test
  void writesAndSetsModeAndOwnerWhateverTheUmask() throws Exception {
    byte[] content = "hello".getBytes(StandardCharsets.UTF_8);
    try (Fd at = Fd.directory(dir);
        Fd file = at.openAt("a", NEW, 0)) {
      file.write(content);
      file.chown(1234, 5678);
      file.chmod(0466);
      Stat stat = at.statAt("a");
      assertThat(stat.isFile()).isTrue();
      assertThat(stat.permissions()).isEqualTo(0466);
      assertThat(stat.uid()).isEqualTo(1234);
      assertThat(stat.gid()).isEqualTo(5678);
      assertThat(stat.size()).isEqualTo(5);
    }
    try (Fd file = Fd.open(dir.resolve("a"), OpenFlags.READ)) {
      assertThat(file.read(3)).isEqualTo(Arrays.copyOf(content, 3));
      assertThat(file.read(100)).isEqualTo(Arrays.copyOfRange(content, 3, 5));
    }
  }

  @Test
  void opensNoLinkByName() throws Exception {
    try (Fd at = Fd.directory(dir)) {
      at.symlinkAt("/etc/passwd", "link");
      assertThat(at.statAt("link").isSymlink()).isTrue();
      assertThatThrownBy(() -> at.openAt("link", OpenFlags.READ, 0))
          .isInstanceOf(SyscallException.class)
          .hasMessage("open link: too many levels of symbolic links");
    }
  }

  @Test
  void renamesOverWhatIsThere() throws Exception {
    try (Fd at = Fd.directory(dir)) {
      at.symlinkAt("old", "data");
      at.symlinkAt("new", "tmp");
      at.renameAt("tmp", "data");
    }
    try (Fd at = Fd.directory(dir)) {
      assertThat(at.readLinkAt("data")).isEqualTo("new");
    }
    assertThat(dir.toFile().list()).containsExactly("data");
  }

  @Test
  void namesTheErrorNumber() throws Exception {
    try (Fd at = Fd.directory(dir)) {
      assertThatThrownBy(() -> at.statAt("gone"))
          .isInstanceOfSatisfying(
              SyscallException.class, e -> assertThat(e.errno()).isEqualTo(Errno.ENOENT))
          .hasMessage("statx gone: no such file or directory");
    }
  }

  @Test
  void refusesANulInAName() throws Exception {
    try (Fd at = Fd.directory(dir)) {
      assertThatThrownBy(() -> at.openAt("a\0b", NEW, 0600))
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThat(dir).isEmptyDirectory();
  }

  @ParameterizedTest
  @ValueSource(strings = {"plain", "sp ace", "é", "語", "🙂", "\udcff", "a\udc80b\udc81", "é\udce9"})
  void everyNameSurvives(String name) throws Exception {
    try (Fd at = Fd.directory(dir)) {
      at.openAt(name, NEW, 0600).close();
      assertThat(Listing.of(at)).containsExactly(name);
      at.unlinkAt(name);
      assertThat(Listing.of(at)).isEmpty();
    }
  }

  @Test
  void listsMoreThanOneBufferOfNames() throws Exception {
    try (Fd at = Fd.directory(dir)) {
      for (int i = 0; i < 1000; i++) {
        at.makeDirectoryAt("name-that-is-rather-long-so-that-few-fit-in-one-buffer-" + i, 0700);
      }
      assertThat(Listing.of(at)).hasSize(1000).doesNotHaveDuplicates();
    }
  }
}
