package dev.muster.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MountsTest {
  @TempDir Path temp;
  private Path target;

  @BeforeEach
  void mount() throws Exception {
    target = Files.createDirectories(temp.resolve("tree/a b")).toRealPath();
    Mounts.mount("tmpfs", target, "tmpfs", Mounts.NO_SUID | Mounts.NO_DEV, "size=64k,mode=0750");
  }

  @AfterEach
  void unmount() throws Exception {
    for (String path : MountTable.atOrBelow(target)) {
      Mounts.detach(path);
    }
  }

  @Test
  void mountsAreSeenInTheTableAndByStatfs() throws Exception {
    assertThat(MountTable.isMountPoint(target)).isTrue();
    StatFs room = StatFs.of(target);
    assertThat(room.isTmpfs()).isTrue();
    assertThat(room.blockSize() * room.blocks()).isEqualTo(64 * 1024);
    try (Fd fd = Fd.directory(target)) {
      assertThat(fd.stat().permissions()).isEqualTo(0750);
      assertThat(StatFs.of(fd)).isEqualTo(room);
    }
    Mounts.unmount(target);
    assertThat(MountTable.isMountPoint(target)).isFalse();
    assertThat(StatFs.of(target).isTmpfs()).isFalse();
  }

  @Test
  void bindsAnOpenFileUnderAnotherName() throws Exception {
    Files.writeString(target.resolve("file"), "content");
    Path other = Files.createFile(target.resolve("other"));
    try (Fd file = Fd.open(target.resolve("file"), OpenFlags.PATH)) {
      Files.move(target.resolve("file"), target.resolve("moved"));
      Mounts.bind(file, other);
    }
    assertThat(other).hasContent("content");
    assertThat(MountTable.atOrBelow(target)).containsExactly(other.toString(), target.toString());
  }

  /** Whoever owns a directory that is mounted elsewhere can give it any name. */
  @Test
  void namesInTheTableNeedNotBeText() throws Exception {
    String name = RawName.decode(new byte[] {'d', (byte) 0xff});
    Path other = Files.createDirectory(target.resolve("other"));
    try (Fd at = Fd.directory(target)) {
      at.makeDirectoryAt(name, 0700);
      try (Fd directory = at.openAt(name, OpenFlags.PATH, 0)) {
        Mounts.bind(directory, other);
        assertThat(MountTable.atOrBelow(other)).containsExactly(other.toString());
        Mounts.bind(directory, directory.asPath());
      }
    }
    assertThat(MountTable.atOrBelow(target))
        .containsExactly(target + "/" + name, other.toString(), target.toString());
    Mounts.detach(target + "/" + name);
    assertThat(MountTable.atOrBelow(target)).containsExactly(other.toString(), target.toString());
  }

  @Test
  void aFullFileSystemSaysSo() throws Exception {
    try (Fd at = Fd.directory(target);
        Fd file = at.openAt("big", OpenFlags.WRITE | OpenFlags.CREATE, 0600)) {
      assertThatThrownBy(() -> file.write(new byte[128 * 1024]))
          .isInstanceOf(SyscallException.class)
          .hasMessage("write: no space left on device");
    }
  }

  @Test
  void nothingIsUnmountedWhereNothingIsMounted() {
    assertThatThrownBy(() -> Mounts.unmount(temp))
        .isInstanceOfSatisfying(
            SyscallException.class, e -> assertThat(e.errno()).isEqualTo(Errno.EINVAL));
  }

  @Test
  void removalStopsAtAMount() throws Exception {
    Path kept = Files.writeString(target.resolve("kept"), "");
    try (Fd at = Fd.directory(temp)) {
      assertThatThrownBy(() -> DirectoryTrees.remove(at, "tree"))
          .isInstanceOfSatisfying(
              SyscallException.class, e -> assertThat(e.errno()).isEqualTo(Errno.EXDEV));
    }
    assertThat(kept).exists();
  }

  @Test
  void optionsThatWouldBeCutOffAreRefused() {
    assertThatThrownBy(() -> Mounts.mount("x", temp, "overlay", 0, "a".repeat(4096)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("mount options of 4096 characters: the kernel takes 4095");
  }
}
