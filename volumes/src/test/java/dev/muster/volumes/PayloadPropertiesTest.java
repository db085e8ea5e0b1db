package dev.muster.volumes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.linux.DirectoryTrees;
import dev.muster.linux.Fd;
import dev.muster.linux.Listing;
import dev.muster.linux.OpenFlags;
import dev.muster.linux.Stat;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Random payloads, one after the other into the same volume, compared with what stat says. */
class PayloadPropertiesTest {
  private record Drawn(String path, Content content, int mode, int uid) {}

  @Property(tries = 60)
  void theVolumeIsAlwaysExactlyTheLastPayload(
      @ForAll("payloads") List<List<Drawn>> payloads, @ForAll("ownerships") Ownership ownership)
      throws Exception {
    Path dir = Files.createTempDirectory("muster-payload");
    try (Fd root = Fd.directory(dir)) {
      for (List<Drawn> payload : payloads) {
        SortedMap<String, PayloadFile> files = new TreeMap<>();
        for (Drawn file : payload) {
          files.put(
              PayloadPaths.clean(file.path()),
              ownership.own(new ProjectedFile(file.content(), file.mode(), file.uid())));
        }
        files.keySet().removeIf(path -> !files.subMap(path + "/", path + "0").isEmpty());
        new AtomicDirectory(root, ownership, Clock.systemUTC(), Duration.ZERO).write(files);
        try (Fd data = root.openAt(root.readLinkAt("..data"), OpenFlags.READ, 0)) {
          assertThat(read(data, "")).isEqualTo(files);
        }
        assertThat(Listing.of(root).stream().filter(name -> !name.startsWith("..")))
            .containsExactlyInAnyOrderElementsOf(
                files.keySet().stream().map(path -> path.split("/")[0]).distinct().toList());
      }
    } finally {
      try (Fd parent = Fd.directory(dir.resolve(".."))) {
        DirectoryTrees.remove(parent, String.valueOf(dir.getFileName()));
      }
    }
  }

  @Property(tries = 2000)
  void acceptedPathsStayInsideAndKeepOffTheHiddenNames(@ForAll("paths") String path) {
    String clean;
    try {
      clean = PayloadPaths.clean(path);
    } catch (VolumeException e) {
      assertThat(e).hasMessageStartingWith("invalid path: ");
      return;
    }
    assertThat(clean).doesNotStartWith("/").doesNotStartWith("..").doesNotContain("\0");
    assertThat(clean.split("/", -1)).doesNotContain("..", ".", "");
  }

  @Provide
  Arbitrary<String> paths() {
    return Arbitraries.of("a", "b", ".", "..", "...", "..data", "", "\0", "é", "x".repeat(256), " ")
        .list()
        .ofMinSize(1)
        .ofMaxSize(5)
        .map(parts -> String.join("/", parts));
  }

  @Provide
  Arbitrary<List<List<Drawn>>> payloads() {
    Arbitrary<String> name =
        Arbitraries.of("a", "b", "key.pem", "ü語", "with space", ".hidden", "x".repeat(255));
    Arbitrary<String> path =
        name.list().ofMinSize(1).ofMaxSize(4).map(parts -> String.join("/", parts));
    Arbitrary<Drawn> file =
        Combinators.combine(
                path,
                Arbitraries.bytes().array(byte[].class).ofMaxSize(64).map(Content::of),
                Arbitraries.integers().between(0, 07777),
                Arbitraries.integers().between(-1, 3))
            .as(Drawn::new);
    return file.list().ofMaxSize(6).list().ofMinSize(1).ofMaxSize(4);
  }

  @Provide
  Arbitrary<Ownership> ownerships() {
    Arbitrary<Integer> id = Arbitraries.of(-1, 0, 1000, Integer.MAX_VALUE);
    return Combinators.combine(id, Arbitraries.of(true, false), id, id).as(Ownership::new);
  }

  private static SortedMap<String, PayloadFile> read(Fd directory, String path) throws Exception {
    SortedMap<String, PayloadFile> files = new TreeMap<>();
    for (String name : Listing.of(directory)) {
      Stat stat = directory.statAt(name);
      try (Fd child = directory.openAt(name, OpenFlags.READ, 0)) {
        if (stat.isDirectory()) {
          files.putAll(read(child, path + name + "/"));
        } else {
          files.put(
              path + name,
              new PayloadFile(
                  Content.of(child.read(1000)), stat.permissions(), stat.uid(), stat.gid()));
        }
      }
    }
    return files;
  }
}
