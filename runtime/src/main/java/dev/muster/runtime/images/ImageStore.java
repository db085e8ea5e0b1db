package dev.muster.runtime.images;

import dev.muster.linux.PrivateDirectory;
import dev.muster.runtime.images.Index.Entry;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The images in a directory: content by digest, and the names that lead to it.
 *
 * <p>Thread-safe, and safe for several processes on the same directory. An image that was returned
 * is complete and on disk.
 */
public final class ImageStore {
  private final Path root;
  private final ContentStore content;
  private final Index index;

  /** Held while names change. */
  private final StoreLock names;

  /** Shared while content comes in that no name leads to yet; alone to collect garbage. */
  private final StoreLock garbage;

  private final Object cache = new Object();
  private @Nullable List<Object> version;
  private Map<Digest, Entry> entries = Map.of();
  private final Map<Digest, Image> images = new HashMap<>();

  private ImageStore(Path root) throws IOException {
    this.root = root;
    this.content = new ContentStore(root);
    this.index = new Index(root.resolve("images.json"));
    this.names = StoreLock.of(root.resolve(".names.lock"));
    this.garbage = StoreLock.of(root.resolve(".garbage.lock"));
  }

  /** Opens the store in a directory, which becomes its owner's alone. */
  public static ImageStore open(Path root) throws IOException {
    return new ImageStore(PrivateDirectory.claim(root));
  }

  public Path root() {
    return root;
  }

  ContentStore content() {
    return content;
  }

  /** All images, in the order in which they came. */
  public List<Image> list() throws IOException {
    synchronized (cache) {
      List<Image> found = new ArrayList<>();
      for (Entry entry : entries().values()) {
        found.add(image(entry));
      }
      return found;
    }
  }

  /** The image of a name, complete or not, of an id, or of the beginning of an id. */
  public Optional<Image> find(String name) throws IOException {
    synchronized (cache) {
      Map<Digest, Entry> all = entries();
      String hex = name.startsWith("sha256:") ? name.substring(7) : name;
      if (Digest.isDigest("sha256:" + hex)) {
        Entry entry = all.get(new Digest("sha256:" + hex));
        return entry == null ? Optional.empty() : Optional.of(image(entry));
      }
      Optional<Entry> named = named(all, name);
      if (named.isEmpty() && hex.length() >= 6 && hex.chars().allMatch(ImageStore::isHex)) {
        List<Entry> begin =
            all.values().stream().filter(each -> each.id().hex().startsWith(hex)).toList();
        named = begin.size() == 1 ? Optional.of(begin.getFirst()) : Optional.empty();
      }
      return named.isEmpty() ? Optional.empty() : Optional.of(image(named.get()));
    }
  }

  private static Optional<Entry> named(Map<Digest, Entry> all, String name) {
    ImageReference wanted;
    try {
      wanted = ImageReference.parse(name);
    } catch (ImageException e) {
      return Optional.empty();
    }
    Digest digest = wanted.digest();
    return all.values().stream()
        .filter(
            each ->
                digest == null
                    ? each.tags().contains(wanted.tagged())
                    : each.digests().contains(wanted.at(digest)))
        .findFirst();
  }

  /** An image's configuration as its publisher wrote it. */
  public byte[] configuration(Image image) throws IOException {
    return content.read(image.id(), Configuration.MAX_BYTES);
  }

  /** An image's manifest as its publisher wrote it. */
  public byte[] manifest(Image image) throws IOException {
    return content.read(image.manifest(), ImageManifest.MAX_BYTES);
  }

  /** A layer's content as it is stored, possibly compressed. */
  public InputStream layer(Layer layer) throws IOException {
    return content.open(layer.blob());
  }

  /** Removes an image with all its names, found as by {@link #find}; false when there is none. */
  public boolean remove(String name) throws IOException {
    Optional<Image> image = find(name);
    if (image.isEmpty()) {
      return false;
    }
    change(
        all -> {
          all.remove(image.get().id());
          return all;
        });
    return true;
  }

  /** Says whether garbage collection may never take an image. */
  public void pin(Image image, boolean pinned) throws IOException {
    change(
        all -> {
          all.computeIfPresent(
              image.id(),
              (id, each) -> new Entry(id, each.manifest(), each.tags(), each.digests(), pinned));
          return all;
        });
  }

  /** Shared, it keeps incoming content from being collected until names lead to it. */
  StoreLock garbage() {
    return garbage;
  }

  /**
   * Records an image whose content is all here.
   *
   * @param tag a complete name with a tag, or empty
   * @param digest a complete name with a digest, or empty
   */
  Image record(Digest manifest, String tag, String digest) throws IOException {
    ImageManifest parsed = ImageManifest.parse(content.read(manifest, ImageManifest.MAX_BYTES));
    Image checked =
        read(new Entry(parsed.config(), manifest, new TreeSet<>(), new TreeSet<>(), false));
    change(
        all -> {
          if (!tag.isEmpty()) {
            all.values().forEach(each -> each.tags().remove(tag));
          }
          Entry before = all.get(checked.id());
          Entry entry =
              before != null
                  ? before
                  : new Entry(checked.id(), manifest, new TreeSet<>(), new TreeSet<>(), false);
          if (!tag.isEmpty()) {
            entry.tags().add(tag);
          }
          if (!digest.isEmpty()) {
            entry.digests().add(digest);
          }
          all.put(checked.id(), entry);
          return all;
        });
    return find(checked.id().text())
        .orElseThrow(() -> new ImageException("image " + checked.id() + " was removed"));
  }

  /** All digests that images need; for garbage collection, which holds the lock alone. */
  Set<Digest> needed() throws IOException {
    Set<Digest> needed = new HashSet<>();
    for (Image image : list()) {
      needed.add(image.id());
      needed.add(image.manifest());
      image.layers().forEach(each -> needed.add(each.blob()));
    }
    return needed;
  }

  private void change(UnaryOperator<Map<Digest, Entry>> edit) throws IOException {
    names.alone(
        () -> {
          index.write(edit.apply(index.read()));
          return true;
        });
    synchronized (cache) {
      version = null;
    }
  }

  /** As on disk now; read anew only when some process has written. */
  private Map<Digest, Entry> entries() throws IOException {
    List<Object> now = index.version();
    if (!now.equals(version)) {
      entries = new LinkedHashMap<>(index.read());
      version = now;
      images.clear();
    }
    return entries;
  }

  private Image image(Entry entry) throws IOException {
    Image known = images.get(entry.id());
    if (known == null) {
      known = read(entry);
      images.put(entry.id(), known);
    }
    return known;
  }

  private Image read(Entry entry) throws IOException {
    byte[] bytes = content.read(entry.manifest(), ImageManifest.MAX_BYTES);
    ImageManifest manifest = ImageManifest.parse(bytes);
    byte[] config = content.read(manifest.config(), Configuration.MAX_BYTES);
    Configuration parsed = Configuration.parse(config);
    if (parsed.diffIds().size() != manifest.layers().size()) {
      throw new ImageException(
          "the image's manifest has %d layers, its configuration %d"
              .formatted(manifest.layers().size(), parsed.diffIds().size()));
    }
    List<Layer> layers = new ArrayList<>();
    long size = (long) bytes.length + config.length;
    for (int i = 0; i < manifest.layers().size(); i++) {
      ImageManifest.Blob blob = manifest.layers().get(i);
      layers.add(new Layer(blob.digest(), blob.size(), parsed.diffIds().get(i)));
      size += blob.size();
    }
    return new Image(
        entry.id(),
        entry.manifest(),
        List.copyOf(entry.tags()),
        List.copyOf(entry.digests()),
        size,
        parsed.config(),
        layers,
        entry.pinned());
  }

  private static boolean isHex(int c) {
    return c >= '0' && c <= '9' || c >= 'a' && c <= 'f';
  }
}
