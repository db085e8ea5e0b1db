package dev.muster.node.images;

import dev.muster.linux.DurableFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What this node pulls and has pulled, as files that outlive it, where and as the kubelet keeps
 * them. An intent is there before a pull begins, so that an image cannot come here unnoticed.
 * Thread-safe.
 */
final class PullRecords {
  private static final Logger LOG = LoggerFactory.getLogger(PullRecords.class);
  private static final String PREFIX = "sha256-";

  private final Path pulling;
  private final Path pulled;
  private final Map<String, Integer> underWay = new HashMap<>();

  /**
   * @param root the node's, for its owner only
   */
  PullRecords(Path root) throws IOException {
    this.pulling = directory(root.resolve("image_manager/pulling"));
    this.pulled = directory(root.resolve("image_manager/pulled"));
  }

  private static Path directory(Path path) throws IOException {
    return Files.createDirectories(
        path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
  }

  /** A pull is about to begin. */
  synchronized void begin(String image) throws IOException {
    DurableFiles.write(
        pulling.resolve(file(image)),
        KubeletRecord.of("ImagePullIntent")
            .put("image", image)
            .toString()
            .getBytes(StandardCharsets.UTF_8));
    underWay.merge(image, 1, Integer::sum);
  }

  /** A pull is over, and what came of it is written down. */
  synchronized void end(String image) throws IOException {
    if (underWay.merge(image, -1, Integer::sum) <= 0) {
      underWay.remove(image);
      Files.deleteIfExists(pulling.resolve(file(image)));
    }
  }

  synchronized boolean isBegun(String image) {
    return Files.exists(pulling.resolve(file(image)));
  }

  /** The images of pulls whose end is not known, those of an earlier agent among them. */
  synchronized List<String> begun() throws IOException {
    List<String> images = new ArrayList<>();
    for (Path each : files(pulling)) {
      images.add(
          KubeletRecord.parse(Files.readAllBytes(each), "ImagePullIntent").path("image").asText());
    }
    return images;
  }

  /** Empty for an image that this node did not pull. */
  synchronized Optional<PulledImage> pulled(String imageRef) throws IOException {
    try {
      return Optional.of(PulledImage.parse(Files.readAllBytes(pulled.resolve(file(imageRef)))));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  /** The image was pulled here; who proved to be let in may have it from now on. */
  synchronized void proven(String imageRef, ImageName image, ImageAccess access, Instant now)
      throws IOException {
    PulledImage known = known(imageRef, now);
    PulledImage changed = known.with(image.untagged(), access, now);
    if (!changed.equals(known)) {
      write(changed);
    }
  }

  /** The image was pulled here; nothing is known of who may have it. */
  synchronized void unproven(String imageRef, Instant now) throws IOException {
    if (pulled(imageRef).isEmpty()) {
      write(new PulledImage(imageRef, now, Map.of()));
    }
  }

  private PulledImage known(String imageRef, Instant now) {
    try {
      return pulled(imageRef).orElseGet(() -> new PulledImage(imageRef, now, Map.of()));
    } catch (IOException e) {
      LOG.warn(
          "record of a pulled image is made anew: image={} problem={}", imageRef, e.toString());
      return new PulledImage(imageRef, now, Map.of());
    }
  }

  private void write(PulledImage image) throws IOException {
    DurableFiles.write(pulled.resolve(file(image.imageRef())), image.toJson());
  }

  /**
   * Forgets images that are gone.
   *
   * @param there the images at that time
   */
  synchronized void forgetOthers(Set<String> there, Instant at) throws IOException {
    for (Path each : files(pulled)) {
      PulledImage image = PulledImage.parse(Files.readAllBytes(each));
      if (image.updated().isBefore(at) && !there.contains(image.imageRef())) {
        Files.deleteIfExists(each);
      }
    }
  }

  private static List<Path> files(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(each -> each.getFileName().toString().startsWith(PREFIX)).toList();
    }
  }

  private static String file(String name) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(name.getBytes(StandardCharsets.UTF_8));
      return PREFIX + HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
