package dev.muster.cli.images;

import dev.muster.runtime.images.ImageStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where images are kept, for the commands that use them: unless told otherwise, those of up. */
public final class ImageStoreFlag {
  @Option(
      names = "--images",
      paramLabel = "DIR",
      description =
          "The directory images are kept in (default: those of --data; `muster runtime` has"
              + " /var/lib/muster/images).")
  private @Nullable Path images;

  @Option(
      names = {"--data", "--data-dir"},
      paramLabel = "DIR",
      description = "The data of `muster up` (default: of the one that runs, else ~/.muster).")
  private @Nullable Path data;

  /** The store in that directory. */
  public ImageStore open() throws IOException {
    return ImageStore.open(directory());
  }

  /** The directory that is meant. */
  public Path directory() throws IOException {
    return directory(RunningClusters.ofThisUser());
  }

  /**
   * What is told, else those of the cluster that runs, else of one that would be started.
   *
   * @throws IOException if several run and nothing is told
   */
  Path directory(RunningClusters clusters) throws IOException {
    if (images != null) {
      return images;
    }
    return DataFolder.images(data != null ? data : running(clusters));
  }

  private static Path running(RunningClusters clusters) throws IOException {
    List<Path> running = clusters.data();
    if (running.size() > 1) {
      throw new IOException(
          "several clusters run here, choose the one that is meant: "
              + running.stream().map(each -> "--data " + each).collect(Collectors.joining(" or ")));
    }
    return running.isEmpty() ? DataFolder.byDefault() : running.getFirst();
  }
}
