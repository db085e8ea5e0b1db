package dev.muster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * A simple name means one thing in the whole repository, whether main code or a test has it, and
 * packages are told apart by more than a last letter.
 */
class ClassNamesTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Set<String> ELSEWHERE = Set.of("target", "node_modules");

  /** The classes of one folder of sources, by simple name. */
  private static final class Sources extends SimpleFileVisitor<Path> {
    private final Map<String, List<String>> named = new TreeMap<>();
    private final Set<String> packages = new TreeSet<>();

    @Override
    public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
      String name = String.valueOf(directory.getFileName());
      return ELSEWHERE.contains(name) || (name.startsWith(".") && !directory.equals(ROOT))
          ? FileVisitResult.SKIP_SUBTREE
          : FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
      String name = String.valueOf(file.getFileName());
      if (name.endsWith(".java") && !name.endsWith("-info.java")) {
        List<String> path = List.of(ROOT.relativize(file).toString().split("/"));
        packages.add(path.get(path.size() - 2));
        named.computeIfAbsent(name, key -> new ArrayList<>()).add(String.join("/", path));
      }
      return FileVisitResult.CONTINUE;
    }
  }

  @Test
  void areNeverUsedTwice() throws IOException {
    Sources sources = new Sources();
    Files.walkFileTree(ROOT, sources);
    assertThat(sources.named).hasSizeGreaterThan(1_000).containsKey("ClassNamesTest.java");
    assertThat(sources.named.values()).allSatisfy(files -> assertThat(files).hasSize(1));
  }

  /**
   * A reader of {@code pod} and {@code pods} would have to guess which is which. Words that
   * everybody knows apart are named here.
   */
  @Test
  void ofPackagesDifferByMoreThanALetter() throws IOException {
    Sources sources = new Sources();
    Files.walkFileTree(ROOT, sources);
    assertThat(sources.packages).hasSizeGreaterThan(100);
    List<String> alike = new ArrayList<>();
    for (String one : sources.packages) {
      for (String other : sources.packages) {
        if (one.compareTo(other) < 0 && differByOneLetter(one, other)) {
          alike.add(one + " " + other);
        }
      }
    }
    assertThat(alike)
        .containsExactlyInAnyOrder(
            "abac rbac", "authn authz", "batch patch", "cli cri", "stats status");
  }

  private static boolean differByOneLetter(String one, String other) {
    int same = 0;
    while (same < Math.min(one.length(), other.length())
        && one.charAt(same) == other.charAt(same)) {
      same++;
    }
    String restOfOne = one.substring(same);
    String restOfOther = other.substring(same);
    return without(restOfOne).equals(without(restOfOther))
        || without(restOfOne).equals(restOfOther)
        || restOfOne.equals(without(restOfOther));
  }

  /** Without its first letter; what has none keeps what it has, which nothing equals. */
  private static String without(String text) {
    return text.isEmpty() ? "-" : text.substring(1);
  }
}
