package dev.muster.bench;

import dev.muster.runtime.hosttools.HostTools;
import dev.muster.runtime.layers.DeviceNodes;
import dev.muster.runtime.layers.LayerStream;
import dev.muster.runtime.layers.LayerUnpacker;
import dev.muster.runtime.layers.ReadAhead;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;

/**
 * Unpacks one layer, packed by gzip, with ours and with {@code tar -xzf} in turn and prints MB/s of
 * the unpacked size. As root. Arguments: scratch directory, rounds, and a tar file where it shall
 * not be the layer of the host's tools.
 */
public final class LayerUnpacking {
  private static final int WARM_UP = 3;

  private LayerUnpacking() {}

  public static void main(String[] args) throws Exception {
    Path work = Path.of(args[0]);
    int rounds = Integer.parseInt(args[1]);
    byte[] tar =
        args.length > 2
            ? Files.readAllBytes(Path.of(args[2]))
            : HostTools.layer("root:x:0:0::/:\n", "root:x:0:\n");
    Path layer = work.resolve("layer.tar.gz");
    try (GZIPOutputStream out = new GZIPOutputStream(Files.newOutputStream(layer))) {
      out.write(tar);
    }
    List<Double> ours = new ArrayList<>();
    List<Double> theirs = new ArrayList<>();
    for (int i = -WARM_UP; i < rounds; i++) {
      double mine = rate(tar.length, work, into -> unpack(layer, into));
      double its =
          rate(
              tar.length,
              work,
              into -> run("tar", "-xpzf", layer.toString(), "-C", into.toString()));
      if (i >= 0) {
        ours.add(mine);
        theirs.add(its);
      }
    }
    System.out.printf(
        "unpack a gzip layer of %.1f MB: %.0f MB/s, tar -xzf %.0f MB/s, ratio %.2f (medians of %d)%n",
        tar.length / 1e6, median(ours), median(theirs), median(ours) / median(theirs), rounds);
  }

  /** Fills a directory. */
  @FunctionalInterface
  private interface Filler {
    void fill(Path into) throws IOException, InterruptedException;
  }

  private static double rate(int bytes, Path work, Filler filler)
      throws IOException, InterruptedException {
    Path into = Files.createDirectory(work.resolve("into"));
    long start = System.nanoTime();
    filler.fill(into);
    double seconds = (System.nanoTime() - start) / 1e9;
    run("rm", "-rf", into.toString());
    return bytes / 1e6 / seconds;
  }

  private static void unpack(Path layer, Path into) throws IOException {
    try (InputStream in = new ReadAhead(LayerStream.plain(Files.newInputStream(layer)))) {
      new LayerUnpacker(DeviceNodes.SKIP, LayerUnpacker.Limits.DEFAULT).unpack(in, into, List.of());
    }
  }

  private static void run(String... command) throws IOException, InterruptedException {
    if (new ProcessBuilder(command).inheritIO().start().waitFor() != 0) {
      throw new IOException(command[0] + " failed");
    }
  }

  private static double median(List<Double> values) {
    return values.stream().sorted().skip(values.size() / 2).findFirst().orElseThrow();
  }
}
