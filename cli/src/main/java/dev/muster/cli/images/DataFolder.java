package dev.muster.cli.images;

import java.nio.file.Path;

/** Where a cluster keeps what it has, unless told otherwise. */
public final class DataFolder {
  private DataFolder() {}

  /** In the home of whoever runs this. */
  public static Path byDefault() {
    return Path.of(System.getProperty("user.home"), ".muster");
  }

  /** The images of the cluster that keeps its data there. */
  public static Path images(Path data) {
    return data.resolve("images");
  }
}
