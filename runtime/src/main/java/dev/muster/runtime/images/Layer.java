package dev.muster.runtime.images;

/**
 * One layer of an image.
 *
 * @param blob the digest of the stored, possibly compressed content
 * @param size of that content
 * @param diffId the digest of the tar stream inside
 */
public record Layer(Digest blob, long size, Digest diffId) {}
