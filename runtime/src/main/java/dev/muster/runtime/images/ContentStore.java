package dev.muster.runtime.images;

import dev.muster.linux.DurableFiles;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Content by its digest, in files of that name. A file under its final name is complete and was
 * checked.
 */
final class ContentStore {
  private final Path blobs;
  private final Path incoming;

  ContentStore(Path root) throws IOException {
    blobs = Files.createDirectories(root.resolve("blobs/sha256"));
    incoming = Files.createDirectories(root.resolve("incoming"));
  }

  boolean has(Digest digest) {
    return Files.isRegularFile(path(digest));
  }

  Path path(Digest digest) {
    return blobs.resolve(digest.hex());
  }

  /**
   * Where the beginning of an interrupted transfer lies. Each source has its own: what one sends,
   * slowly or wrongly, neither delays nor spoils what another does.
   *
   * @param source the repository it comes from
   */
  Path partial(Digest digest, String source) {
    return incoming.resolve(
        digest.hex() + "-" + Digest.of(source.getBytes(StandardCharsets.UTF_8)).hex());
  }

  InputStream open(Digest digest) throws IOException {
    if (!has(digest)) {
      throw new ImageException("content " + digest + " is not in the store");
    }
    return Files.newInputStream(path(digest));
  }

  /** Small content, whole. */
  byte[] read(Digest digest, int max) throws IOException {
    try (InputStream in = open(digest)) {
      byte[] bytes = in.readNBytes(max + 1);
      if (bytes.length > max) {
        throw new ImageException("content " + digest + " is larger than " + max + " bytes");
      }
      return bytes;
    }
  }

  Digest put(byte[] bytes) throws IOException {
    Digest digest = Digest.of(bytes);
    if (!has(digest)) {
      DurableFiles.write(path(digest), bytes);
    }
    return digest;
  }

  /** Stores a stream under whatever digest it turns out to have. */
  Digest put(InputStream in) throws IOException {
    Path draft = Files.createTempFile(incoming, "put-", "");
    try {
      MessageDigest sha = Digest.sha256();
      try (OutputStream out = new DigestOutputStream(Files.newOutputStream(draft), sha)) {
        in.transferTo(out);
      }
      Digest digest = Digest.finish(sha);
      if (!has(digest)) {
        DurableFiles.sync(draft);
        DurableFiles.publish(draft, path(digest));
      }
      return digest;
    } finally {
      Files.deleteIfExists(draft);
    }
  }

  /** Makes a complete transfer content, or discards it when it is not what it should be. */
  void accept(Digest digest, Path transferred) throws IOException {
    MessageDigest sha = Digest.sha256();
    try (InputStream in = Files.newInputStream(transferred)) {
      byte[] buffer = new byte[1 << 16];
      for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
        sha.update(buffer, 0, count);
      }
    }
    Digest found = Digest.finish(sha);
    if (!found.equals(digest)) {
      Files.deleteIfExists(transferred);
      throw new ImageException("content is not what its digest says: " + found + ", not " + digest);
    }
    DurableFiles.sync(transferred);
    DurableFiles.publish(transferred, path(digest));
  }

  /** Deletes content that is not wanted and transfers that were given up. */
  void sweep(Set<Digest> wanted) throws IOException {
    for (Path each : files(blobs)) {
      String name = each.getFileName().toString();
      if (!Digest.isDigest("sha256:" + name) || !wanted.contains(new Digest("sha256:" + name))) {
        Files.deleteIfExists(each);
      }
    }
    for (Path each : files(incoming)) {
      Files.deleteIfExists(each);
    }
  }

  private static List<Path> files(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.toList();
    }
  }
}
