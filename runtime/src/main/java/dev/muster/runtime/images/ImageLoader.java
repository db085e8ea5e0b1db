package dev.muster.runtime.images;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Loads images from files: archives as {@code docker save} writes them, OCI archives, and OCI
 * layouts as directories.
 */
public final class ImageLoader {
  private static final int MAX_DEPTH = 3;
  private static final int MAX_IMAGES = 1000;

  private final ImageStore store;

  public ImageLoader(ImageStore store) {
    this.store = store;
  }

  /** Loads every image for this machine. One without a name of its own is called by its file. */
  public List<Image> load(Path source) throws IOException {
    return store
        .garbage()
        .shared(
            () -> {
              try (ImageFolder folder =
                  Files.isDirectory(source)
                      ? ImageFolder.layout(source)
                      : ImageFolder.archive(source, store.content())) {
                return load(folder, fallback(source));
              }
            });
  }

  private List<Image> load(ImageFolder folder, String fallback) throws IOException {
    List<Image> found = new ArrayList<>();
    if (folder.has("manifest.json")) {
      JsonNode list = Json.MAPPER.readTree(folder.read("manifest.json", ImageManifest.MAX_BYTES));
      for (JsonNode each : list) {
        bounded(found);
        found.addAll(docker(folder, each));
      }
    } else if (folder.has("index.json")) {
      JsonNode index = Json.read(folder.read("index.json", ImageManifest.MAX_BYTES), "index.json");
      oci(folder, index, "", fallback, 0, found);
    } else {
      throw new ImageException("neither manifest.json nor index.json is in it: not an image");
    }
    if (found.isEmpty()) {
      throw new ImageException("there is no image for " + ImagePlatform.HOST + " in it");
    }
    return found;
  }

  private List<Image> docker(ImageFolder folder, JsonNode entry) throws IOException {
    String configName = entry.path("Config").asText("");
    byte[] config = folder.read(configName, Configuration.MAX_BYTES);
    Configuration parsed = Configuration.parse(config);
    List<Layer> layers = new ArrayList<>();
    for (JsonNode each : entry.path("Layers")) {
      if (layers.size() == parsed.diffIds().size() || layers.size() == ImageManifest.MAX_LAYERS) {
        throw new ImageException("the archive has more layers than its configuration");
      }
      Digest blob = ingest(folder, each.asText());
      long size = Files.size(store.content().path(blob));
      layers.add(new Layer(blob, size, parsed.diffIds().get(layers.size())));
    }
    Digest id = store.content().put(config);
    Digest manifest = store.content().put(ImageBuilder.manifest(id, config.length, layers));
    List<String> tags = new ArrayList<>();
    entry.path("RepoTags").forEach(each -> tags.add(each.asText()));
    if (tags.isEmpty()) {
      return List.of(store.record(manifest, "", ""));
    }
    Image image = null;
    for (String tag : tags) {
      image = store.record(manifest, ImageReference.parse(tag).tagged(), "");
    }
    return image == null ? List.of() : List.of(image);
  }

  private void oci(
      ImageFolder folder,
      JsonNode index,
      String name,
      String fallback,
      int depth,
      List<Image> found)
      throws IOException {
    if (depth > MAX_DEPTH) {
      throw new ImageException("the layout's indexes are nested deeper than " + MAX_DEPTH);
    }
    for (JsonNode each : index.path("manifests")) {
      bounded(found);
      JsonNode platform = each.path("platform");
      if (platform.isObject() && !ImagePlatform.HOST.matches(platform)) {
        continue;
      }
      Digest digest = Digest.parse(each.path("digest").asText());
      String own = name.isEmpty() ? name(each.path("annotations"), fallback) : name;
      ingest(folder, blob(digest), digest);
      byte[] bytes = store.content().read(digest, ImageManifest.MAX_BYTES);
      JsonNode json = Json.read(bytes, "manifest");
      if (json.path("manifests").isArray()) {
        oci(folder, json, own, fallback, depth + 1, found);
        continue;
      }
      ImageManifest manifest = ImageManifest.parse(bytes);
      ingest(folder, blob(manifest.config()), manifest.config());
      for (ImageManifest.Blob layer : manifest.layers()) {
        ingest(folder, blob(layer.digest()), layer.digest());
      }
      ImageReference reference = ImageReference.parse(own);
      found.add(store.record(digest, reference.tagged(), reference.at(digest)));
    }
  }

  /** The whole name where a tool wrote one, or the file's name with the tag it wrote. */
  private static String name(JsonNode annotations, String fallback) {
    String full = annotations.path("io.containerd.image.name").asText("");
    String tag = annotations.path("org.opencontainers.image.ref.name").asText("");
    if (!full.isEmpty()) {
      return full;
    }
    if (tag.contains("/") || tag.contains(":")) {
      return tag;
    }
    return fallback + ":" + (tag.isEmpty() ? "latest" : tag);
  }

  private static String fallback(Path source) {
    Path file = source.toAbsolutePath().normalize().getFileName();
    String name = file == null ? "image" : file.toString().toLowerCase(java.util.Locale.ROOT);
    String plain =
        name.replaceAll("\\.(tar|tgz|gz|zst|oci)\\b.*", "").replaceAll("[^a-z0-9]+", "-");
    String trimmed = plain.replaceAll("^-+|-+$", "");
    return "localhost/" + (trimmed.isEmpty() ? "image" : trimmed);
  }

  private static String blob(Digest digest) {
    return "blobs/sha256/" + digest.hex();
  }

  private Digest ingest(ImageFolder folder, String name) throws IOException {
    try (InputStream in = folder.open(name)) {
      return store.content().put(in);
    }
  }

  private void ingest(ImageFolder folder, String name, Digest expected) throws IOException {
    if (store.content().has(expected)) {
      return;
    }
    Digest found = ingest(folder, name);
    if (!found.equals(expected)) {
      throw new ImageException(
          "content is not what its digest says: " + found + ", not " + expected);
    }
  }

  private static void bounded(List<Image> found) throws ImageException {
    if (found.size() >= MAX_IMAGES) {
      throw new ImageException("there are more than " + MAX_IMAGES + " images in it");
    }
  }
}
