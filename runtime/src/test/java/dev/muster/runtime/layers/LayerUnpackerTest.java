package dev.muster.runtime.layers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.linux.ExtendedAttributes;
import dev.muster.linux.Fd;
import dev.muster.linux.Stat;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** As root: owners and devices are real. */
class LayerUnpackerTest {
  @TempDir Path temporary;
  private Path layer = Path.of("");
  private Path outside = Path.of("");

  @FunctionalInterface
  interface Members {
    void write(TarWriter tar) throws IOException;
  }

  @BeforeEach
  void directories() throws Exception {
    layer = Files.createDirectory(temporary.resolve("layer"));
    outside = Files.createDirectory(temporary.resolve("outside"));
    Files.writeString(outside.resolve("secret"), "host");
  }

  @Test
  void keepsOwnersModesTimesAndAttributes() throws Exception {
    unpack(
        tar -> {
          tar.directory("dir", 02750, 1000, 50000);
          byte[] content = "hello".getBytes(StandardCharsets.UTF_8);
          tar.member(
              "dir/file",
              '0',
              "",
              content.length,
              04711,
              4_000_000,
              3_000_000_000L,
              0,
              0,
              Map.of(
                  "mtime", "1234567890.5".getBytes(StandardCharsets.US_ASCII),
                  "SCHILY.xattr.user.colour", "blue".getBytes(StandardCharsets.US_ASCII)));
          tar.raw(content);
          tar.link("dir/link", "/etc/shadow");
          tar.hardLink("second", "dir/file");
        });
    try (Fd root = Fd.directory(layer);
        Fd file = Fd.open(layer.resolve("dir/file"), 0)) {
      Stat directory = root.statAt("dir");
      assertThat(directory.permissions()).isEqualTo(02750);
      assertThat(directory.uid()).isEqualTo(1000);
      assertThat(directory.gid()).isEqualTo(50000);
      assertThat(directory.modified().getEpochSecond()).isZero();
      Stat stat = file.stat();
      assertThat(stat.permissions()).isEqualTo(04711);
      assertThat(stat.uid()).isEqualTo(4_000_000);
      assertThat(Integer.toUnsignedLong(stat.gid())).isEqualTo(3_000_000_000L);
      assertThat(stat.modified().toString()).isEqualTo("2009-02-13T23:31:30.500Z");
      assertThat(stat.links()).isEqualTo(2);
      assertThat(ExtendedAttributes.get(file, "user.colour"))
          .hasValueSatisfying(value -> assertThat(value).asString().isEqualTo("blue"));
    }
    assertThat(layer.resolve("second")).hasContent("hello");
    assertThat(Files.readSymbolicLink(layer.resolve("dir/link"))).hasToString("/etc/shadow");
  }

  @Test
  void deletionsBecomeTheOverlaysMarks() throws Exception {
    unpack(
        tar -> {
          tar.directory("etc", 0755, 0, 0);
          tar.file("etc/.wh.gone", new byte[0], 0644, 0, 0);
          tar.directory("opaque", 0755, 0, 0);
          tar.file("opaque/.wh..wh..opq", new byte[0], 0644, 0, 0);
          tar.file(".wh.replaced", new byte[0], 0644, 0, 0);
          tar.directory("replaced", 0755, 0, 0);
          tar.file(".wh..wh.plnk", new byte[0], 0644, 0, 0);
        });
    try (Fd etc = Fd.directory(layer.resolve("etc"));
        Fd opaque = Fd.directory(layer.resolve("opaque"));
        Fd replaced = Fd.directory(layer.resolve("replaced"))) {
      assertThat(etc.statAt("gone").isCharacterDevice()).isTrue();
      assertThat(etc.statAt("gone").node()).isZero();
      assertThat(ExtendedAttributes.get(opaque, "trusted.overlay.opaque"))
          .hasValue(new byte[] {'y'});
      assertThat(ExtendedAttributes.get(replaced, "trusted.overlay.opaque"))
          .hasValue(new byte[] {'y'});
    }
    assertThat(layer.toFile().list()).containsExactlyInAnyOrder("etc", "opaque", "replaced");
  }

  @Test
  void aMissingParentIsAsTheLayerBelowHasIt() throws Exception {
    Path below = layer;
    unpack(
        tar -> {
          tar.directory("data", 0700, 1000, 1000);
          tar.directory("usr/lib", 0755, 0, 0);
          tar.link("lib", "usr/lib");
        });
    layer = Files.createDirectory(temporary.resolve("above"));
    unpack(
        tar -> {
          tar.file("data/file", new byte[0], 0644, 0, 0);
          tar.file("lib/library", new byte[0], 0644, 0, 0);
          tar.file("new/file", new byte[0], 0644, 0, 0);
        },
        List.of(below));
    try (Fd root = Fd.directory(layer)) {
      assertThat(root.statAt("data").permissions()).isEqualTo(0700);
      assertThat(root.statAt("data").uid()).isEqualTo(1000);
      assertThat(root.statAt("new").permissions()).isEqualTo(0755);
    }
    assertThat(layer.resolve("usr/lib/library")).exists();
    assertThat(layer.resolve("lib")).doesNotExist();
  }

  @Test
  void aLinkOnTheWayLeadsNowhereElse() throws Exception {
    unpack(
        tar -> {
          tar.link("absolute", outside.toString());
          tar.file("absolute/planted", "x".getBytes(StandardCharsets.UTF_8), 0644, 0, 0);
          tar.link("relative", "../../../../../../../../.." + outside);
          tar.file("relative/planted", "x".getBytes(StandardCharsets.UTF_8), 0644, 0, 0);
          tar.link("secret", outside.resolve("secret").toString());
          tar.file("secret", "overwritten".getBytes(StandardCharsets.UTF_8), 0644, 0, 0);
        });
    assertThat(outside.resolve("planted")).doesNotExist();
    assertThat(outside.resolve("secret")).hasContent("host");
    assertThat(layer.resolve("secret")).hasContent("overwritten");
    assertThat(layer.resolve(outside.toString().substring(1)).resolve("planted")).hasContent("x");
  }

  @Test
  void laterMembersReplaceEarlierOnes() throws Exception {
    unpack(
        tar -> {
          tar.directory("a", 0755, 0, 0);
          tar.file("a", "file".getBytes(StandardCharsets.UTF_8), 0644, 0, 0);
          tar.file("b", new byte[0], 0644, 0, 0);
          tar.directory("b", 0755, 0, 0);
        });
    assertThat(layer.resolve("a")).hasContent("file");
    assertThat(layer.resolve("b")).isDirectory();
  }

  @Test
  void devicesAreMadeOnlyForThoseWhoAsk() throws Exception {
    Members device = tar -> tar.member("null", '3', "", 0, 0666, 0, 0, 1, 3, Map.of());
    unpack(device);
    assertThat(layer.resolve("null")).doesNotExist();
    assertThatThrownBy(() -> unpack(device, List.of(), DeviceNodes.REFUSE))
        .isInstanceOf(LayerException.class)
        .hasMessage("device node \"null\" is not allowed");
    unpack(device, List.of(), DeviceNodes.CREATE);
    try (Fd root = Fd.directory(layer)) {
      assertThat(root.statAt("null").node()).isEqualTo(Stat.node(1, 3));
      assertThat(root.statAt("null").permissions()).isEqualTo(0666);
    }
  }

  @Test
  void theOverlaysOwnAttributesCannotBeForged() throws Exception {
    unpack(
        tar ->
            tar.member(
                "dir/",
                '5',
                "",
                0,
                0755,
                0,
                0,
                0,
                0,
                Map.of(
                    "SCHILY.xattr.trusted.overlay.redirect",
                    "/etc".getBytes(StandardCharsets.US_ASCII))));
    try (Fd directory = Fd.directory(layer.resolve("dir"))) {
      assertThat(ExtendedAttributes.get(directory, "trusted.overlay.redirect")).isEmpty();
    }
  }

  static Stream<Arguments> hostile() {
    return Stream.of(
        row("climbing", "leads out of the layer", t -> t.file("../x", new byte[0], 0644, 0, 0)),
        row("climbing inside", "leads out", t -> t.file("a/../../x", new byte[0], 0644, 0, 0)),
        row(
            "hard link climbing",
            "hard link target \"../../outside/secret\" leads out",
            t -> t.hardLink("x", "../../outside/secret")),
        row(
            "hard link to nothing",
            "no file \"nothing\" before it",
            t -> t.hardLink("x", "nothing")),
        row(
            "hard link through a link",
            "no file",
            t -> {
              t.link("way", "/");
              t.hardLink("x", "way/etc/passwd");
            }),
        row(
            "hard link to a directory",
            "no file",
            t -> {
              t.directory("d", 0755, 0, 0);
              t.hardLink("x", "d");
            }),
        row(
            "through a file",
            "leads through a file",
            t -> {
              t.file("f", new byte[0], 0644, 0, 0);
              t.file("f/x", new byte[0], 0644, 0, 0);
            }),
        row(
            "loop",
            "is a loop of links",
            t -> {
              t.link("a", "b");
              t.link("b", "a");
              t.file("a/x", new byte[0], 0644, 0, 0);
            }),
        row(
            "deep",
            "deeper than 100",
            t -> t.file("d/".repeat(200) + "x", new byte[0], 0644, 0, 0)),
        row(
            "long",
            "longer than 4096",
            t -> t.file("d/".repeat(3000) + "x", new byte[0], 0644, 0, 0)),
        row("deletion of nothing", "names no file", t -> t.file(".wh.", new byte[0], 0644, 0, 0)),
        row(
            "deletion of the parent",
            "names no file",
            t -> t.file("a/.wh...", new byte[0], 0644, 0, 0)),
        row("empty link", "has no usable target", t -> t.link("x", "")),
        row(
            "unknown type",
            "type 0x5a",
            t -> t.member("x", 'Z', "", 0, 0644, 0, 0, 0, 0, Map.of())),
        row(
            "negative owner",
            "is malformed",
            t ->
                t.member(
                    "x",
                    '0',
                    "",
                    0,
                    0644,
                    0,
                    0,
                    0,
                    0,
                    Map.of("uid", "-1".getBytes(StandardCharsets.US_ASCII)))),
        row(
            "owner beyond 32 bits",
            "is not between 0 and 4294967294",
            t -> t.member("x", '0', "", 0, 0644, 4294967295L, 0, 0, 0, Map.of())),
        row(
            "too much",
            "holds more than 1000000 bytes",
            t -> t.file("x", new byte[1_000_001], 0644, 0, 0)),
        row(
            "too many",
            "more than 1000 members",
            t -> {
              for (int i = 0; i <= 1000; i++) {
                t.file("f" + i, new byte[0], 0644, 0, 0);
              }
            }),
        row(
            "huge header",
            "larger than 1 MiB",
            t ->
                t.member("x", '0', "", 0, 0644, 0, 0, 0, 0, Map.of("comment", new byte[2 << 20]))));
  }

  private static Arguments row(String name, String message, Members members) {
    return Arguments.argumentSet(name, message, members);
  }

  @ParameterizedTest
  @MethodSource("hostile")
  void refuses(String message, Members members) throws Exception {
    assertThatThrownBy(() -> unpack(members))
        .isInstanceOf(LayerException.class)
        .hasMessageContaining(message);
    assertThat(outside.toFile().list()).containsExactly("secret");
    assertThat(Files.exists(temporary.resolve("x"), LinkOption.NOFOLLOW_LINKS)).isFalse();
  }

  private void unpack(Members members) throws IOException {
    unpack(members, List.of());
  }

  private void unpack(Members members, List<Path> below) throws IOException {
    unpack(members, below, DeviceNodes.SKIP);
  }

  private void unpack(Members members, List<Path> below, DeviceNodes devices) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (TarWriter tar = new TarWriter(bytes)) {
      members.write(tar);
    }
    new LayerUnpacker(devices, new LayerUnpacker.Limits(1_000_000, 1000))
        .unpack(new ByteArrayInputStream(bytes.toByteArray()), layer, below);
  }
}
