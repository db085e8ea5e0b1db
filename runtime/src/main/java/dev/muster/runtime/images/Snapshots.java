package dev.muster.runtime.images;

import dev.muster.linux.DiskUsage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Writable root file systems of containers, each on top of an image that it does not change. */
public interface Snapshots {
  /**
   * Makes and mounts a root file system. The image's layers stay on disk for as long as it exists,
   * even when the image is removed.
   *
   * @param key a container's id: letters, digits, '.', '_' and '-'; asked again with the same key
   *     and image, the answer is the same directory, mounted
   * @return the mounted directory
   */
  Path prepare(String key, Image image) throws IOException;

  /** The mounted directory of a key that was prepared; empty for an unknown one. */
  Optional<Path> root(String key) throws IOException;

  /** Unmounts until somebody asks for the directory again; an unknown key is no error. */
  void unmount(String key) throws IOException;

  /** What the container wrote on top of its image. */
  DiskUsage usage(String key) throws IOException;

  /** Unmounts and deletes; an unknown key is no error. */
  void remove(String key) throws IOException;

  /** Every key that was prepared and not removed, by earlier processes too. */
  List<String> keys() throws IOException;
}
