package dev.muster.runtime.process;

import dev.muster.linux.Child;
import dev.muster.linux.Fd;
import dev.muster.linux.OpenFlags;
import dev.muster.linux.Pipe;
import dev.muster.linux.Spawn;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Starts a conmon for each container: it is the container's parent, keeps its standard streams and
 * log, and writes the exit code to a file in {@code exits} named for the container.
 *
 * @param sockets short directory in which it names the way to a container's attach socket
 */
public record Conmon(Path program, Path exits, Path sockets) {
  private static final String SYNC_PIPE = "3";
  private static final String START_PIPE = "4";

  /** How a container's streams are held. */
  public record Streams(Path log, boolean terminal, boolean stdin, boolean stdinOnce) {}

  /**
   * Starts the conmon of a container, which waits until its bundle is complete. The bundle's
   * directory is there already.
   */
  public WaitingConmon start(OciRuntime runtime, String id, Path bundle, Streams streams)
      throws IOException {
    Path runtimeLog = bundle.resolve("runtime.log");
    Map<String, String> environment = new HashMap<>(Command.ENVIRONMENT);
    environment.put("_OCI_SYNCPIPE", SYNC_PIPE);
    environment.put("_OCI_STARTPIPE", START_PIPE);
    try (Pipe sync = Pipe.open();
        Pipe go = Pipe.open();
        Fd errors =
            Fd.open(
                bundle.resolve("conmon.log"),
                OpenFlags.WRITE | OpenFlags.CREATE | OpenFlags.TRUNCATE,
                0600)) {
      OutputStream letGo = go.output();
      InputStream answers = sync.input();
      try {
        Child child =
            Spawn.startIn(
                bundle,
                arguments(runtime, id, bundle, streams, runtimeLog),
                environment,
                Arrays.asList(null, null, errors, sync.writing(), go.reading()));
        return new WaitingConmon(child, letGo, answers, bundle, runtimeLog);
      } catch (IOException failed) {
        letGo.close();
        answers.close();
        throw failed;
      }
    }
  }

  /** Tells the conmon of a container to open its log file anew. */
  static void reopenLog(Path bundle) throws IOException {
    Files.writeString(bundle.resolve("ctl"), "2 0 0\n");
  }

  /** Tells the conmon of a container the size of its terminal. */
  public static void resize(Path bundle, int columns, int rows) throws IOException {
    Files.writeString(bundle.resolve("ctl"), "1 " + rows + " " + columns + "\n");
  }

  private List<String> arguments(
      OciRuntime runtime, String id, Path bundle, Streams streams, Path runtimeLog) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                program.toString(),
                "--api-version",
                "1",
                "--cid",
                id,
                "--cuuid",
                id,
                "--name",
                id,
                "--runtime",
                runtime.program().toString(),
                "--bundle",
                bundle.toString(),
                "--persist-dir",
                bundle.toString(),
                "--container-pidfile",
                bundle.resolve("pid").toString(),
                "--conmon-pidfile",
                bundle.resolve("conmon.pid").toString(),
                "--exit-dir",
                exits.toString(),
                "--socket-dir-path",
                sockets.toString(),
                "--log-path",
                streams.log().toString().isEmpty() ? "off" : "k8s-file:" + streams.log(),
                "--log-level",
                "error",
                "--no-sync-log"));
    for (String each : runtime.globals()) {
      arguments.add("--runtime-arg");
      arguments.add(each);
    }
    arguments.addAll(
        List.of(
            "--runtime-arg",
            "--log",
            "--runtime-arg",
            runtimeLog.toString(),
            "--runtime-arg",
            "--log-format",
            "--runtime-arg",
            "json"));
    if (streams.terminal()) {
      arguments.add("--terminal");
    }
    if (streams.stdin()) {
      arguments.add("--stdin");
      if (!streams.stdinOnce()) {
        arguments.add("--leave-stdin-open");
      }
    }
    return arguments;
  }
}
