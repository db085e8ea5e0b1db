package dev.muster.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code muster store}: the care of what a server has stored. */
@Command(
    name = "store",
    mixinStandardHelpOptions = true,
    description = "Looks at, saves, and moves what API servers have stored.",
    footer = {"", "Example:", "  muster store backup /var/lib/muster backup.db"},
    subcommands = {
      StoreCheckCommand.class,
      StoreBackupCommand.class,
      StoreRestoreCommand.class,
      StoreCopyCommand.class
    })
final class StoreCommand implements Runnable {
  @Spec private @Nullable CommandSpec spec;

  @Override
  public void run() {
    if (spec != null) {
      spec.commandLine().usage(System.out);
    }
  }
}
