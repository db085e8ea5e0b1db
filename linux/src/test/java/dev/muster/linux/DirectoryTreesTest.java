package dev.muster.linux;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DirectoryTreesTest {
  @TempDir Path temp;

  @Test
  void removesFilesLinksAndDirectoriesButNothingTheyPointTo() throws Exception {
    Path outside = Files.writeString(temp.resolve("outside"), "stays");
    Path tree = temp.resolve("tree");
    Files.createDirectories(tree.resolve("a/b"));
    Files.writeString(tree.resolve("a/file"), "goes");
    Files.createSymbolicLink(tree.resolve("a/b/link"), outside);
    Files.createSymbolicLink(tree.resolve("parent"), temp);
    try (Fd at = Fd.directory(temp)) {
      DirectoryTrees.remove(at, "tree");
      DirectoryTrees.remove(at, "tree");
    }
    assertThat(temp.toFile().list()).containsExactly("outside");
  }

  @Test
  void whatIsNotThereIsRemovedAlready() throws Exception {
    Files.createDirectories(temp.resolve("tree/a"));
    DirectoryTrees.remove(temp.resolve("tree"));
    DirectoryTrees.remove(temp.resolve("tree"));
    DirectoryTrees.remove(temp.resolve("tree/a/b"));
    assertThat(temp).isEmptyDirectory();
  }

  @Test
  void removesATreeDeeperThanAnyPathCanSay() throws Exception {
    Fd at = Fd.directory(temp);
    for (int i = 0; i < 3000; i++) {
      at.makeDirectoryAt("d", 0700);
      at.makeDirectoryAt("\udcff-" + i, 0700);
      Fd next = at.openAt("d", OpenFlags.READ | OpenFlags.DIRECTORY, 0);
      at.close();
      at = next;
    }
    at.close();
    try (Fd top = Fd.directory(temp)) {
      for (String name : Listing.of(top)) {
        DirectoryTrees.remove(top, name);
      }
    }
    assertThat(temp).isEmptyDirectory();
  }
}
