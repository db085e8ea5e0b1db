package dev.muster.cli;

import java.nio.file.Path;

/** Where a cluster keeps what it has, unless told otherwise. */
final class DataFolder {
  private DataFolder() {}

  static Path byDefault() {
    return Path.of(System.getProperty("user.home"), ".muster");
  }

  /** The images of the cluster that keeps its data there. */
  static Path images(Path data) {
    return data.resolve("images");
  }
}
