package dev.muster.runtime.process;

import dev.muster.linux.Child;
import dev.muster.linux.Fd;
import dev.muster.linux.OpenFlags;
import dev.muster.linux.Pipe;
import dev.muster.linux.Spawn;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Runs short programs to their end. */
final class Command {
  static final Map<String, String> ENVIRONMENT =
      Map.of("PATH", "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin");

  private static final int MOST_OUTPUT = 1024 * 1024;

  private Command() {}

  /** What a program wrote to standard output and error, and its status. */
  record Result(int status, String output) {}

  /** Runs a program whose children do not keep its output open. */
  static Result run(List<String> arguments) throws IOException {
    try (Pipe out = Pipe.open()) {
      Child child =
          Spawn.start(arguments, ENVIRONMENT, Arrays.asList(null, out.writing(), out.writing()));
      try (InputStream in = out.input()) {
        out.release();
        byte[] output = in.readNBytes(MOST_OUTPUT);
        in.transferTo(OutputStream.nullOutputStream());
        return new Result(child.await(), new String(output, StandardCharsets.UTF_8).strip());
      }
    }
  }

  /** Runs a program that leaves processes behind; their output goes to a file. */
  static int runDetached(List<String> arguments, Path output) throws IOException {
    try (Fd file = Fd.open(output, OpenFlags.WRITE | OpenFlags.CREATE | OpenFlags.TRUNCATE, 0600)) {
      return Spawn.start(arguments, ENVIRONMENT, Arrays.asList(null, file, file)).await();
    }
  }
}
