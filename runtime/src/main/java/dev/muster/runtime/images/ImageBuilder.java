package dev.muster.runtime.images;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes an image of layers that are already tar streams. The same layers and settings give the same
 * image. For one thread.
 */
public final class ImageBuilder implements AutoCloseable {
  private final ImageStore store;
  private final StoreLock.Hold incoming;
  private final List<Layer> layers = new ArrayList<>();
  private final ObjectNode config = Json.object();

  public ImageBuilder(ImageStore store) throws IOException {
    this.store = store;
    this.incoming = store.garbage().shared();
  }

  /** Adds a layer on top: an uncompressed tar stream. */
  public ImageBuilder layer(InputStream tar) throws IOException {
    Digest digest = store.content().put(tar);
    return layer(digest, digest);
  }

  public ImageBuilder layer(byte[] tar) throws IOException {
    return layer(new ByteArrayInputStream(tar));
  }

  /** Adds a layer that is compressed and unpacks to {@code diffId}. */
  ImageBuilder compressedLayer(byte[] compressed, Digest diffId) throws IOException {
    return layer(store.content().put(compressed), diffId);
  }

  private ImageBuilder layer(Digest blob, Digest diffId) throws IOException {
    layers.add(new Layer(blob, Files.size(store.content().path(blob)), diffId));
    return this;
  }

  public ImageBuilder user(String user) {
    config.put("User", user);
    return this;
  }

  public ImageBuilder env(String... nameAndValue) {
    list("Env", nameAndValue);
    return this;
  }

  public ImageBuilder command(String... arguments) {
    list("Cmd", arguments);
    return this;
  }

  public ImageBuilder workingDirectory(String path) {
    config.put("WorkingDir", path);
    return this;
  }

  private void list(String field, String... values) {
    ArrayNode list = config.putArray(field);
    for (String each : values) {
      list.add(each);
    }
  }

  /** Stores the image under a name. */
  public Image build(ImageReference name) throws IOException {
    ObjectNode json = Json.object();
    json.put("created", "1970-01-01T00:00:00Z");
    json.put("architecture", ImagePlatform.HOST.architecture());
    json.put("os", ImagePlatform.HOST.os());
    json.set("config", config);
    ObjectNode rootfs = json.putObject("rootfs");
    rootfs.put("type", "layers");
    layers.forEach(each -> rootfs.withArrayProperty("diff_ids").add(each.diffId().text()));
    if (layers.isEmpty()) {
      rootfs.putArray("diff_ids");
    }
    byte[] bytes = Json.bytes(json);
    Digest id = store.content().put(bytes);
    Digest manifest = store.content().put(manifest(id, bytes.length, layers));
    return store.record(manifest, name.tagged(), name.at(manifest));
  }

  /** A manifest of the OCI form. */
  static byte[] manifest(Digest config, long configSize, List<Layer> layers) throws IOException {
    ObjectNode json = Json.object();
    json.put("schemaVersion", 2);
    json.put("mediaType", ImageManifest.OCI);
    blob(json.putObject("config"), "application/vnd.oci.image.config.v1+json", config, configSize);
    ArrayNode list = json.putArray("layers");
    for (Layer each : layers) {
      String compression = each.blob().equals(each.diffId()) ? "" : "+gzip";
      blob(
          list.addObject(),
          "application/vnd.oci.image.layer.v1.tar" + compression,
          each.blob(),
          each.size());
    }
    return Json.bytes(json);
  }

  private static void blob(ObjectNode json, String mediaType, Digest digest, long size) {
    json.put("mediaType", mediaType).put("digest", digest.text()).put("size", size);
  }

  @Override
  public void close() throws IOException {
    incoming.close();
  }
}
