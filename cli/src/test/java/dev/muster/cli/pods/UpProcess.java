package dev.muster.cli.pods;

import dev.muster.cli.MusterProgram;
import dev.muster.testing.machine.TestMachine;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** {@code muster up} as a process of a machine, with its data in a folder of the machine's. */
record UpProcess(TestMachine machine, Process process) {
  /** Returns once it is ready, with a node. */
  static UpProcess start(TestMachine machine, List<String> flags) throws IOException {
    List<String> command = new ArrayList<>(MusterProgram.command().words("up"));
    command.addAll(flags);
    Path log = machine.directory().resolve("up.log");
    Process process =
        new ProcessBuilder(machine.command(command))
            .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start();
    UpProcess up = new UpProcess(machine, process);
    BufferedReader out = process.inputReader();
    StringBuilder said = new StringBuilder();
    for (String line = out.readLine(); !"ready".equals(line); line = out.readLine()) {
      if (line == null) {
        throw new AssertionError("it ended: " + said + Files.readString(log));
      }
      said.append(line).append('\n');
    }
    if (said.indexOf("node        ") < 0) {
      throw new AssertionError("no node: " + said + Files.readString(log));
    }
    return up;
  }

  static Path data(TestMachine machine) {
    return machine.directory().resolve("data");
  }

  Path kubeconfig() {
    return data(machine).resolve("admin.kubeconfig");
  }

  /** As a crash would. Its pods go on. */
  void kill() {
    process.children().forEach(ProcessHandle::destroyForcibly);
    process.onExit().join();
  }
}
