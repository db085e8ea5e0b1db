package dev.muster.runtime.process;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.runtime.refusal.Refused;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The specification of a further process in a container: that of the first one, with another
 * command. So it has the same identity, capabilities, environment and limits.
 */
final class ExecSpec implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path file;
  private final Path pidFile;

  private ExecSpec(Path file, Path pidFile) {
    this.file = file;
    this.pidFile = pidFile;
  }

  static ExecSpec write(Path bundle, List<String> command, boolean terminal)
      throws IOException, Refused {
    if (command.isEmpty() || command.getFirst().isEmpty()) {
      throw Refused.invalid("cmd: required");
    }
    for (String each : command) {
      if (each.indexOf('\0') >= 0) {
        throw Refused.invalid("cmd: an argument holds a NUL");
      }
    }
    ObjectNode process =
        (ObjectNode) JSON.readTree(bundle.resolve("config.json").toFile()).required("process");
    ArrayNode arguments = process.putArray("args");
    command.forEach(arguments::add);
    process.put("terminal", terminal);
    if (terminal) {
      process.withArray("env").add("TERM=xterm");
    }
    Path file = Files.createTempFile(bundle, "exec", ".json");
    Files.write(file, JSON.writeValueAsBytes(process));
    return new ExecSpec(file, file.resolveSibling(file.getFileName() + ".pid"));
  }

  Path file() {
    return file;
  }

  /** Where the runtime writes the number of the process, once there is one. */
  Path pidFile() {
    return pidFile;
  }

  @Override
  public void close() throws IOException {
    Files.deleteIfExists(file);
    Files.deleteIfExists(pidFile);
  }
}
