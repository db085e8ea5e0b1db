package dev.muster.cli;

import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code muster up}: everything in one process. */
@Command(
    name = "up",
    mixinStandardHelpOptions = true,
    abbreviateSynopsis = true,
    usageHelpWidth = 110,
    sortOptions = false,
    description = "Runs the API server with its controllers in one process; Ctrl-C stops it.",
    footer = {"", "Example:", "  muster up --data /tmp/cluster --port 6443"})
final class UpCommand implements Callable<Integer> {
  @Mixin private ServerFlags flags = new ServerFlags();

  @Override
  public Integer call() throws Exception {
    return ApiserverCommand.run(flags.config(Set.of("*"), true));
  }
}
