package dev.muster.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PrivateDirectoryTest {
  @TempDir Path dir;

  private static String mode(Path path) throws Exception {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  private Path open(String name, String mode) throws Exception {
    Path made = Files.createDirectory(dir.resolve(name));
    return Files.setPosixFilePermissions(made, PosixFilePermissions.fromString(mode));
  }

  @Test
  void isMadeForItsOwnerAlone() throws Exception {
    Path made = PrivateDirectory.claim(dir.resolve("a/b"));
    assertThat(mode(made)).isEqualTo("rwx------");
    assertThat(mode(dir.resolve("a"))).isEqualTo("rwx------");
  }

  @Test
  void oneThatIsThereIsClosedToOthersAndKeepsWhatIsInIt() throws Exception {
    Path there = open("there", "rwxr-xr-x");
    Files.writeString(there.resolve("file"), "kept");
    assertThat(PrivateDirectory.claim(there)).isEqualTo(there);
    assertThat(mode(there)).isEqualTo("rwx------");
    assertThat(there.resolve("file")).hasContent("kept");
  }

  @Test
  void aLinkIsRefused() throws Exception {
    Path link = Files.createSymbolicLink(dir.resolve("link"), open("target", "rwxr-xr-x"));
    assertThatThrownBy(() -> PrivateDirectory.claim(link))
        .hasMessage(
            "\"%s\": is a symbolic link: name the directory that it leads to".formatted(link));
    assertThat(mode(dir.resolve("target"))).isEqualTo("rwxr-xr-x");
  }

  @Test
  void oneThatEverybodyWritesInIsRefused() throws Exception {
    Path shared = open("shared", "rwxrwxrwx");
    assertThatThrownBy(() -> PrivateDirectory.claim(shared))
        .hasMessage(
            "\"%s\": is there for everybody to write in: name a directory below it"
                .formatted(shared));
    assertThat(mode(shared)).isEqualTo("rwxrwxrwx");
  }

  @Test
  void somebodyElsesIsRefused() throws Exception {
    Path theirs = open("theirs", "rwxr-xr-x");
    assumeTrue(
        (int) Files.getAttribute(theirs, "unix:uid") == 0, "only root can give something away");
    Files.setAttribute(theirs, "unix:uid", 4711);
    assertThatThrownBy(() -> PrivateDirectory.claim(theirs))
        .hasMessage(
            ("\"%s\": belongs to uid 4711, who could read and replace all that is kept in it:"
                    + " name another directory, or give this one to uid 0")
                .formatted(theirs));
    assertThat(mode(theirs)).isEqualTo("rwxr-xr-x");
  }
}
