package dev.muster.runtime.images;

import dev.muster.linux.DirectoryTrees;
import dev.muster.linux.DurableFiles;
import dev.muster.runtime.layers.LayerStream;
import dev.muster.runtime.layers.LayerUnpacker;
import dev.muster.runtime.layers.ReadAhead;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * Layers as directories, each under the digest of itself and all below it, so that images share
 * what they have in common. A directory under its final name is complete and was checked.
 */
final class UnpackedLayers {
  private final Path directory;
  private final ImageStore store;
  private final LayerUnpacker unpacker;
  private final Map<String, Object> locks = new ConcurrentHashMap<>();

  UnpackedLayers(ImageStore store, LayerUnpacker unpacker) throws IOException {
    this.directory = Files.createDirectories(store.root().resolve("layers"));
    this.store = store;
    this.unpacker = unpacker;
  }

  /** The names of an image's layers, the lowest first. */
  static List<String> chain(Image image) {
    List<String> names = new ArrayList<>();
    String below = "";
    for (Layer layer : image.layers()) {
      below =
          below.isEmpty()
              ? layer.diffId().text()
              : Digest.of((below + " " + layer.diffId()).getBytes(StandardCharsets.UTF_8)).text();
      names.add(new Digest(below).hex());
    }
    return names;
  }

  Path path(String name) {
    return directory.resolve(name);
  }

  /** The directories of an image's layers, the topmost first, unpacked where they were not yet. */
  List<Path> unpack(Image image) throws IOException {
    List<String> names = chain(image);
    List<Path> topFirst = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      Path path = path(names.get(i));
      synchronized (locks.computeIfAbsent(names.get(i), name -> new Object())) {
        if (!Files.isDirectory(path)) {
          unpack(image.layers().get(i), path, topFirst);
        }
      }
      topFirst.addFirst(path);
    }
    return topFirst;
  }

  private void unpack(Layer layer, Path path, List<Path> below) throws IOException {
    Path draft = Files.createTempDirectory(directory, ".draft-");
    try {
      MessageDigest sha = Digest.sha256();
      try (InputStream stored = store.layer(layer);
          InputStream tar = new ReadAhead(new DigestInputStream(LayerStream.plain(stored), sha))) {
        unpacker.unpack(tar, draft, below);
        long ignored = tar.transferTo(java.io.OutputStream.nullOutputStream());
      }
      Digest found = Digest.finish(sha);
      if (!found.equals(layer.diffId())) {
        throw new ImageException(
            "layer %s is not what the configuration says: %s, not %s"
                .formatted(layer.blob(), found, layer.diffId()));
      }
      publish(draft, path);
    } catch (IOException e) {
      throw e instanceof ImageException
          ? e
          : new ImageException("layer " + layer.blob() + ": " + e.getMessage(), e);
    } finally {
      if (Files.exists(draft)) {
        DirectoryTrees.remove(draft);
      }
    }
  }

  /** Another process may have been as quick; its directory is as good as ours. */
  private static void publish(Path draft, Path path) throws IOException {
    try {
      DurableFiles.publish(draft, path);
    } catch (FileAlreadyExistsException | java.nio.file.DirectoryNotEmptyException e) {
      // kept: the other one
    }
  }

  Path directory() {
    return directory;
  }

  /** Deletes what is not wanted and what a killed process left; the caller keeps others out. */
  void sweep(Set<String> wanted) throws IOException {
    List<Path> all;
    try (Stream<Path> each = Files.list(directory)) {
      all = each.toList();
    }
    for (Path each : all) {
      if (!wanted.contains(each.getFileName().toString())) {
        DirectoryTrees.remove(each);
      }
    }
    locks.clear();
  }
}
