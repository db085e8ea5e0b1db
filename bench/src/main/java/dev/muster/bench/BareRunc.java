package dev.muster.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** {@code runc run} of a bundle that a runtime has made, under a name and a cgroup of its own. */
final class BareRunc {
  private final Path work;
  private int number;

  BareRunc(Path work) {
    this.work = work;
  }

  /** Nanoseconds until runc has started the container, which is deleted again. */
  long time(Path bundle) throws IOException, InterruptedException {
    String name = "bare" + number++;
    Path copy = Files.createDirectories(work.resolve("bare"));
    String id = String.valueOf(bundle.getFileName());
    Files.writeString(
        copy.resolve("config.json"),
        Files.readString(bundle.resolve("config.json"))
            .replace("/" + id + "\"", "/" + name + "\""));
    String state = work.resolve("bare-state").toString();
    long begin = System.nanoTime();
    run("runc", "--root", state, "run", "--detach", "--bundle", copy.toString(), name);
    long took = System.nanoTime() - begin;
    run("runc", "--root", state, "delete", "--force", name);
    return took;
  }

  private static void run(String... command) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command)
            .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    if (process.waitFor() != 0) {
      throw new IOException(String.join(" ", command) + " failed");
    }
  }
}
