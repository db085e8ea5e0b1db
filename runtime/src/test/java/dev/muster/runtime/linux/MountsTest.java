package dev.muster.runtime.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** As root, on this machine's kernel. */
class MountsTest {
  @TempDir Path temporary;

  @AfterEach
  void leaveNothingMounted() throws Exception {
    Mounts.unmountAll(temporary);
  }

  @Test
  void mountsAndUnmounts() throws Exception {
    Path target = Files.createDirectory(temporary.resolve("a b"));
    Mounts.mount("tmpfs", target, "tmpfs", Mounts.NOSUID | Mounts.NODEV, "size=64k,mode=711");

    assertThat(Mounts.below(temporary))
        .singleElement()
        .satisfies(
            found -> {
              assertThat(found.path()).isEqualTo(target);
              assertThat(found.type()).isEqualTo("tmpfs");
              assertThat(found.options()).contains("nosuid").contains("nodev").contains("size=64k");
            });

    Mounts.unmount(target);
    assertThat(Mounts.below(temporary)).isEmpty();
  }

  @Test
  void unmountsWhatIsStackedAndBelow() throws Exception {
    Path target = Files.createDirectory(temporary.resolve("top"));
    Mounts.mount("tmpfs", target, "tmpfs", 0, "");
    Mounts.mount("tmpfs", target, "tmpfs", 0, "");
    Path inner = Files.createDirectory(target.resolve("inner"));
    Mounts.mount("tmpfs", inner, "tmpfs", 0, "");

    Mounts.unmountAll(target);
    assertThat(Mounts.below(temporary)).isEmpty();
  }

  @Test
  void bindsADirectory() throws Exception {
    Path from = Files.createDirectory(temporary.resolve("from"));
    Path to = Files.createDirectory(temporary.resolve("to"));
    Files.writeString(from.resolve("file"), "seen");
    Mounts.bind(from, to);
    assertThat(to.resolve("file")).hasContent("seen");
  }

  @Test
  void aRefusalSaysWhatAndWhy() {
    assertThatThrownBy(() -> Mounts.mount("none", temporary, "nosuchfs", 0, ""))
        .isInstanceOf(SyscallException.class)
        .hasMessage("mount nosuchfs on " + temporary + ": No such device");
    assertThatThrownBy(() -> Mounts.unmount(temporary))
        .isInstanceOfSatisfying(
            SyscallException.class, e -> assertThat(e.errno()).isEqualTo(Errno.EINVAL));
  }
}
