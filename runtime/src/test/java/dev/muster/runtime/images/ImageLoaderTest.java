package dev.muster.runtime.images;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.identity.EffectiveContext;
import dev.muster.identity.ImageAccounts;
import dev.muster.identity.ProcessIdentity;
import dev.muster.runtime.layers.TarWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ImageLoaderTest {
  @TempDir Path temporary;

  @SuppressWarnings("NullAway.Init")
  private ImageStore source;

  @SuppressWarnings("NullAway.Init")
  private ImageStore store;

  @SuppressWarnings("NullAway.Init")
  private Image image;

  @BeforeEach
  void build() throws Exception {
    source = ImageStore.open(temporary.resolve("source"));
    store = ImageStore.open(temporary.resolve("store"));
    try (ImageBuilder builder = new ImageBuilder(source)) {
      image =
          builder
              .layer(layer("etc/passwd", "alice:x:1:1::/:\n"))
              .layer(layer("etc/passwd", "alice:x:1000:1000::/:\n"))
              .layer(layer("etc/group", "extra:x:7:alice\n"))
              .user("alice")
              .build(ImageReference.parse("app:1"));
    }
  }

  @Test
  void loadsAnOciLayout() throws Exception {
    Path layout = temporary.resolve("my layout");
    for (Map.Entry<String, byte[]> each : oci("v1").entrySet()) {
      Path file = layout.resolve(each.getKey());
      Files.createDirectories(java.util.Objects.requireNonNull(file.getParent()));
      Files.write(file, each.getValue());
    }
    Image loaded = new ImageLoader(store).load(layout).getFirst();
    assertThat(loaded.id()).isEqualTo(image.id());
    assertThat(loaded.repoTags()).containsExactly("localhost/my-layout:v1");
  }

  @Test
  void loadsAnOciArchiveEvenCompressed() throws Exception {
    Path archive = temporary.resolve("app.tar.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(archive))) {
      tar(out, oci("example.com/team/app:2"));
    }
    Image loaded = new ImageLoader(store).load(archive).getFirst();
    assertThat(loaded.repoTags()).containsExactly("example.com/team/app:2");
    assertThat(loaded.manifest()).isEqualTo(image.manifest());
  }

  @Test
  void loadsADockerArchive() throws Exception {
    Map<String, byte[]> files = new LinkedHashMap<>();
    StringBuilder layers = new StringBuilder();
    for (Layer each : image.layers()) {
      files.put(each.blob().hex() + "/layer.tar", source.layer(each).readAllBytes());
      layers
          .append(layers.isEmpty() ? "" : ",")
          .append('"')
          .append(each.blob().hex())
          .append("/layer.tar\"");
    }
    files.put("config.json", source.configuration(image));
    files.put(
        "manifest.json",
        "[{\"Config\":\"config.json\",\"RepoTags\":[\"app:1\",\"app:2\"],\"Layers\":[%s]}]"
            .formatted(layers)
            .getBytes(StandardCharsets.UTF_8));
    Path archive = temporary.resolve("docker.tar");
    try (OutputStream out = Files.newOutputStream(archive)) {
      tar(out, files);
    }
    Image loaded = new ImageLoader(store).load(archive).getFirst();
    assertThat(loaded.id()).isEqualTo(image.id());
    assertThat(loaded.repoTags())
        .containsExactly("docker.io/library/app:1", "docker.io/library/app:2");
  }

  @Test
  void contentThatIsNotWhatItsDigestSaysIsRefused() throws Exception {
    Map<String, byte[]> files = oci("v1");
    files.put("blobs/sha256/" + image.layers().getFirst().blob().hex(), new byte[] {1});
    Path archive = temporary.resolve("wrong.tar");
    try (OutputStream out = Files.newOutputStream(archive)) {
      tar(out, files);
    }
    assertThatThrownBy(() -> new ImageLoader(store).load(archive))
        .isInstanceOf(ImageException.class)
        .hasMessageContaining("content is not what its digest says");
    assertThat(store.list()).isEmpty();
  }

  @Test
  void anythingElseIsNoImage() throws Exception {
    Path archive = temporary.resolve("other.tar");
    try (OutputStream out = Files.newOutputStream(archive)) {
      tar(out, Map.of("readme", new byte[0]));
    }
    assertThatThrownBy(() -> new ImageLoader(store).load(archive))
        .hasMessageContaining("not an image");
  }

  @Test
  void accountFilesAreReadWithoutUnpacking() throws Exception {
    ProcessIdentity identity =
        ProcessIdentity.resolve(
            EffectiveContext.of(null, null).request("alice"),
            new ImageAccounts(new LayerFiles(source, image)));
    assertThat(identity.uid().value()).isEqualTo(1000);
    assertThat(identity.groupIds()).containsExactly(7L, 1000L);
  }

  @Test
  void accountFilesFollowLinksAndDeletions() throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (TarWriter tar = new TarWriter(bytes)) {
      tar.file("etc/.wh.group", new byte[0], 0644, 0, 0);
      tar.link("etc/passwd", "../usr/passwd");
      tar.file("usr/passwd", "alice:x:5:5::/:\n".getBytes(StandardCharsets.UTF_8), 0644, 0, 0);
    }
    try (ImageBuilder builder = new ImageBuilder(source)) {
      Image above =
          builder
              .layer(layer("etc/group", "extra:x:7:alice\n"))
              .layer(bytes.toByteArray())
              .build(ImageReference.parse("b:1"));
      ImageAccounts accounts = new ImageAccounts(new LayerFiles(source, above));
      ProcessIdentity identity =
          ProcessIdentity.resolve(EffectiveContext.of(null, null).request("alice"), accounts);
      assertThat(identity.uid().value()).isEqualTo(5);
      assertThat(identity.groupIds()).isEqualTo(List.of(5L));
    }
  }

  private Map<String, byte[]> oci(String name) throws IOException {
    Map<String, byte[]> files = new LinkedHashMap<>();
    files.put("oci-layout", "{\"imageLayoutVersion\":\"1.0.0\"}".getBytes(StandardCharsets.UTF_8));
    files.put(
        "index.json",
        """
        {"schemaVersion":2,"manifests":[{"mediaType":"%s","digest":"%s","size":1,
         "annotations":{"org.opencontainers.image.ref.name":"%s"}}]}
        """
            .formatted(ImageManifest.OCI, image.manifest(), name)
            .getBytes(StandardCharsets.UTF_8));
    files.put("blobs/sha256/" + image.manifest().hex(), source.manifest(image));
    files.put("blobs/sha256/" + image.id().hex(), source.configuration(image));
    for (Layer each : image.layers()) {
      files.put("blobs/sha256/" + each.blob().hex(), source.layer(each).readAllBytes());
    }
    return files;
  }

  private static void tar(OutputStream out, Map<String, byte[]> files) throws IOException {
    try (TarWriter tar = new TarWriter(out)) {
      for (Map.Entry<String, byte[]> each : files.entrySet()) {
        tar.file(each.getKey(), each.getValue(), 0644, 0, 0);
      }
    }
  }

  private static byte[] layer(String name, String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (TarWriter tar = new TarWriter(bytes)) {
      tar.file(name, text.getBytes(StandardCharsets.UTF_8), 0644, 0, 0);
    }
    return bytes.toByteArray();
  }
}
