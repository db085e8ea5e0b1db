package dev.muster.runtime.images;

import java.util.List;

/**
 * An image as the store knows it.
 *
 * @param id the digest of its configuration
 * @param manifest the digest of the manifest it came by
 * @param repoTags complete names with tags, sorted
 * @param repoDigests complete names with digests, sorted
 * @param size of all its stored content, in bytes
 * @param layers the lowest first
 * @param pinned whether garbage collection leaves it alone
 */
public record Image(
    Digest id,
    Digest manifest,
    List<String> repoTags,
    List<String> repoDigests,
    long size,
    ImageConfig config,
    List<Layer> layers,
    boolean pinned) {

  public Image {
    repoTags = List.copyOf(repoTags);
    repoDigests = List.copyOf(repoDigests);
    layers = List.copyOf(layers);
  }
}
