package dev.muster.runtime.images;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.linux.Fd;
import dev.muster.linux.MountTable;
import dev.muster.linux.Mounts;
import dev.muster.runtime.hosttools.HostTools;
import dev.muster.runtime.layers.TarWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real overlay mounts, as root. */
class OverlaySnapshotsTest {
  @TempDir Path temporary;

  @SuppressWarnings("NullAway.Init")
  private ImageStore store;

  @SuppressWarnings("NullAway.Init")
  private OverlaySnapshots snapshots;

  @FunctionalInterface
  interface Members {
    void write(TarWriter tar) throws IOException;
  }

  @BeforeEach
  void open() throws Exception {
    store = ImageStore.open(temporary.resolve("store"));
    snapshots = new OverlaySnapshots(store);
  }

  @AfterEach
  void leaveNothing() throws Exception {
    for (String each : MountTable.atOrBelow(temporary)) {
      Mounts.detach(each);
    }
  }

  @Test
  void laterLayersHideReplaceAndKeepWhatIsBelow() throws Exception {
    Image image =
        image(
            "a:1",
            tar(
                t -> {
                  t.directory("etc", 0755, 0, 0);
                  t.file("etc/kept", bytes("kept"), 0644, 0, 0);
                  t.file("etc/gone", bytes("gone"), 0644, 0, 0);
                  t.file("etc/changed", bytes("old"), 0644, 0, 0);
                  t.directory("opaque", 0755, 0, 0);
                  t.file("opaque/hidden", bytes("hidden"), 0644, 0, 0);
                }),
            tar(
                t -> {
                  t.file("etc/.wh.gone", bytes(""), 0644, 0, 0);
                  t.file("etc/changed", bytes("new"), 0600, 7, 8);
                  t.directory("opaque", 0700, 0, 0);
                  t.file("opaque/.wh..wh..opq", bytes(""), 0644, 0, 0);
                  t.file("opaque/shown", bytes("shown"), 0644, 0, 0);
                }));
    Path root = snapshots.prepare("c1", image);
    assertThat(root.resolve("etc/kept")).hasContent("kept");
    assertThat(root.resolve("etc/gone")).doesNotExist();
    assertThat(root.resolve("etc/changed")).hasContent("new");
    assertThat(root.resolve("opaque/hidden")).doesNotExist();
    assertThat(root.resolve("opaque/shown")).hasContent("shown");
    try (Fd etc = Fd.directory(root.resolve("etc"))) {
      assertThat(etc.statAt("changed").uid()).isEqualTo(7);
    }

    Files.writeString(root.resolve("etc/kept"), "mine");
    assertThat(snapshots.prepare("c2", image).resolve("etc/kept")).hasContent("kept");
    assertThat(snapshots.usage("c1").bytes()).isGreaterThan(snapshots.usage("c2").bytes());
    assertThat(snapshots.keys()).containsExactly("c1", "c2");

    snapshots.remove("c1");
    snapshots.remove("c2");
    snapshots.remove("c2");
    assertThat(snapshots.keys()).isEmpty();
    assertThat(MountTable.atOrBelow(temporary)).isEmpty();
    assertThat(names(store.root().resolve("snapshots"))).isEmpty();
  }

  @Test
  void aSnapshotSurvivesANewProcessAndALostMount() throws Exception {
    Image image = image("a:1", tar(t -> t.file("f", bytes("below"), 0644, 0, 0)));
    Path root = snapshots.prepare("c", image);
    Files.writeString(root.resolve("mine"), "kept");
    OverlaySnapshots anew = new OverlaySnapshots(ImageStore.open(store.root()));
    assertThat(anew.root("c")).hasValue(root);
    assertThat(MountTable.atOrBelow(temporary)).hasSize(1);

    Mounts.detach(root);
    assertThat(anew.prepare("c", image)).isEqualTo(root);
    assertThat(root.resolve("mine")).hasContent("kept");
    assertThat(anew.root("unknown")).isEmpty();
  }

  @Test
  void aRunningContainerKeepsItsLayersWhenTheImageIsRemoved() throws Exception {
    Image image = image("a:1", tar(t -> t.file("f", bytes("below"), 0644, 0, 0)));
    Path root = snapshots.prepare("c", image);
    assertThat(store.remove("a:1")).isTrue();
    snapshots.collectGarbage();
    Mounts.detach(root);
    assertThat(snapshots.root("c")).hasValueSatisfying(r -> assertThat(r.resolve("f")).exists());
    assertThat(names(store.root().resolve("blobs/sha256"))).isEmpty();

    snapshots.remove("c");
    snapshots.collectGarbage();
    assertThat(names(store.root().resolve("layers"))).isEmpty();
  }

  @Test
  void aSnapshotTornByAPowerFailureIsToldOfAndCanBeRemoved() throws Exception {
    Image image = image("a:1", tar(t -> t.file("f", bytes("below"), 0644, 0, 0)));
    Mounts.detach(snapshots.prepare("c", image));
    Files.write(store.root().resolve("snapshots/c/snapshot.json"), new byte[0]);
    assertThatThrownBy(() -> snapshots.prepare("c", image))
        .hasMessage("the snapshot of c is not whole: remove its container");
    snapshots.collectGarbage();
    snapshots.remove("c");
    assertThat(snapshots.prepare("c", image).resolve("f")).hasContent("below");
  }

  @Test
  void imagesShareTheLayersTheyHaveInCommon() throws Exception {
    byte[] base = tar(t -> t.file("base", bytes("x"), 0644, 0, 0));
    Image one = image("a:1", base, tar(t -> t.file("one", bytes("x"), 0644, 0, 0)));
    Image two = image("b:1", base, tar(t -> t.file("two", bytes("x"), 0644, 0, 0)));
    snapshots.unpack(one);
    snapshots.unpack(two);
    assertThat(names(store.root().resolve("layers"))).hasSize(3);
  }

  @Test
  void manyLayersFitIntoOneMount() throws Exception {
    byte[][] layers = new byte[100][];
    for (int i = 0; i < layers.length; i++) {
      int n = i;
      layers[i] = tar(t -> t.file("layer-" + n, bytes("x"), 0644, 0, 0));
    }
    Path root = snapshots.prepare("c", image("many:1", layers));
    assertThat(names(root)).hasSize(100);
  }

  @Test
  void anImageWithoutLayersIsAnEmptyRoot() throws Exception {
    assertThat(names(snapshots.prepare("c", image("none:1")))).isEmpty();
  }

  @Test
  void compressedLayersUnpackToTheSame() throws Exception {
    byte[] plain = tar(t -> t.file("f", bytes("content"), 0644, 0, 0));
    ByteArrayOutputStream gzip = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(gzip)) {
      out.write(plain);
    }
    byte[] zstd = com.github.luben.zstd.Zstd.compress(plain);
    for (byte[] compressed : new byte[][] {gzip.toByteArray(), zstd}) {
      try (ImageBuilder builder = new ImageBuilder(store)) {
        Image image =
            builder
                .compressedLayer(compressed, Digest.of(plain))
                .build(ImageReference.parse("z:1"));
        snapshots.remove("c");
        assertThat(snapshots.prepare("c", image).resolve("f")).hasContent("content");
      }
    }
  }

  @Test
  void aLayerThatIsNotWhatTheConfigurationSaysLeavesNothing() throws Exception {
    byte[] plain = tar(t -> t.file("f", bytes("content"), 0644, 0, 0));
    try (ImageBuilder builder = new ImageBuilder(store)) {
      Image image =
          builder
              .compressedLayer(plain, Digest.of(bytes("other")))
              .build(ImageReference.parse("wrong:1"));
      assertThatThrownBy(() -> snapshots.prepare("c", image))
          .isInstanceOf(ImageException.class)
          .hasMessageContaining("is not what the configuration says");
    }
    assertThat(names(store.root().resolve("layers"))).isEmpty();
    assertThat(snapshots.keys()).isEmpty();
  }

  @Test
  void aKeyCannotBeAPath() throws Exception {
    Image image = image("none:1");
    for (String key : new String[] {"..", "../x", "a/b", "", ".hidden", "a\nb"}) {
      assertThatThrownBy(() -> snapshots.prepare(key, image)).isInstanceOf(ImageException.class);
    }
  }

  @Test
  void theHostToolsRunInTheirOwnRoot() throws Exception {
    Image image = HostTools.build(store);
    assertThat(HostTools.build(store)).isEqualTo(image);
    assertThat(image.config().user()).isEqualTo("alice");
    Path root = snapshots.prepare("c", image);
    Process id =
        new ProcessBuilder(
                "chroot",
                "--userspec=1000:1000",
                "--groups=50000",
                root.toString(),
                "/bin/sh",
                "-c",
                "id; cat /etc/group | grep alice; ls /")
            .redirectErrorStream(true)
            .start();
    assertThat(new String(id.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
        .startsWith(
            """
            uid=1000(alice) gid=1000(alice) groups=1000(alice),50000(group-in-image)
            alice:x:1000:
            group-in-image:x:50000:alice
            bin
            """);
  }

  private Image image(String name, byte[]... layers) throws IOException {
    try (ImageBuilder builder = new ImageBuilder(store)) {
      for (byte[] each : layers) {
        builder.layer(each);
      }
      return builder.build(ImageReference.parse(name));
    }
  }

  private static byte[] tar(Members members) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (TarWriter tar = new TarWriter(bytes)) {
      members.write(tar);
    }
    return bytes.toByteArray();
  }

  private static List<String> names(Path directory) {
    return List.of(Objects.requireNonNull(directory.toFile().list()));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
