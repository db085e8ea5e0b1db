package dev.muster.runtime.process;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.muster.runtime.refusal.Refused;
import dev.muster.runtime.refusal.Refused.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * One OCI runtime, which a sandbox asks for by its handler's name.
 *
 * @param handler empty for the default one
 * @param program its absolute path
 * @param state where it keeps what it knows of its containers
 * @param systemd whether it asks systemd for cgroups
 */
public record OciRuntime(String handler, Path program, Path state, boolean systemd) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern LOGGED = Pattern.compile("level=error msg=\"?(.*?)\"?$");

  /** Lets the first process of a container that was created go. */
  public void start(String id, LiveProcess first) throws IOException, Refused {
    ExecFifo fifo = new ExecFifo(state.resolve(id));
    if (!program.endsWith("runc") || !fifo.release(first)) {
      demand("start", id, List.of("start", id));
    }
  }

  /** Signals the first process, or all of the container's; no error if they are gone. */
  public void kill(String id, int signal, boolean all) throws IOException {
    List<String> arguments = new ArrayList<>(List.of("kill"));
    if (all) {
      arguments.add("--all");
    }
    arguments.add(id);
    arguments.add(Integer.toString(signal));
    Command.run(command(arguments));
  }

  /** Removes what the runtime holds of a container, killing it first; no error if there is none. */
  public void delete(String id) throws IOException {
    Command.run(command(List.of("delete", "--force", id)));
  }

  /** Changes limits; {@code resources} is a file with the OCI resources. */
  public void update(String id, Path resources) throws IOException, Refused {
    demand("update", id, List.of("update", "--resources", resources.toString(), id));
  }

  /** Makes and starts a container that nobody watches, with a file for its process' number. */
  public void runDetached(String id, Path bundle, Path pidFile) throws IOException, Refused {
    Path log = bundle.resolve("runtime.log");
    List<String> arguments =
        command(
            List.of(
                "run",
                "--detach",
                "--bundle",
                bundle.toString(),
                "--pid-file",
                pidFile.toString(),
                id));
    if (Command.runDetached(arguments, log) != 0) {
      throw new Refused(Kind.FAILED, handlerName() + " run: " + sentence(Files.readString(log)));
    }
  }

  /** Whether a mount option such as {@code rro} is known. */
  public boolean hasMountOption(String option) {
    try {
      JsonNode features = JSON.readTree(Command.run(command(List.of("features"))).output());
      for (JsonNode each : features.path("mountOptions")) {
        if (each.asText().equals(option)) {
          return true;
        }
      }
      return false;
    } catch (IOException unknown) {
      return false;
    }
  }

  /** First line of what it says of its version. */
  public String version() {
    try {
      return Command.run(List.of(program.toString(), "--version"))
          .output()
          .lines()
          .findFirst()
          .orElse("");
    } catch (IOException e) {
      return "";
    }
  }

  /** Arguments that come before the command, for those who start the runtime themselves. */
  List<String> globals() {
    List<String> globals = new ArrayList<>(List.of("--root", state.toString()));
    if (systemd) {
      globals.add("--systemd-cgroup");
    }
    return globals;
  }

  List<String> command(List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(program.toString());
    command.addAll(globals());
    command.addAll(arguments);
    return command;
  }

  private void demand(String verb, String id, List<String> arguments) throws IOException, Refused {
    Command.Result result = Command.run(command(arguments));
    if (result.status() != 0) {
      throw new Refused(
          Kind.FAILED, handlerName() + " " + verb + " " + id + ": " + sentence(result.output()));
    }
  }

  private String handlerName() {
    return program.getFileName().toString();
  }

  /** The last error in a runtime's output, without the decoration of its logger. */
  static String sentence(String output) {
    String last = "";
    for (String line : output.lines().toList()) {
      String text = line;
      if (line.startsWith("{")) {
        try {
          text = JSON.readTree(line).path("msg").asText(line);
        } catch (IOException plain) {
          text = line;
        }
      }
      var logged = LOGGED.matcher(text);
      last = logged.find() ? logged.group(1) : text.isBlank() ? last : text;
    }
    return last.replace("\\\"", "\"");
  }
}
