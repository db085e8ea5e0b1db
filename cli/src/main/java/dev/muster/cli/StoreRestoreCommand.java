package dev.muster.cli;

import dev.muster.store.StoreBackup;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code muster store restore}: an embedded store of a backup. */
@Command(
    name = "restore",
    mixinStandardHelpOptions = true,
    description = "Makes a store of a backup, in a directory that has none, and checks it.")
final class StoreRestoreCommand implements Callable<Integer> {
  @Parameters(index = "0", paramLabel = "FILE", description = "The backup.")
  private Path file = Path.of("backup.db");

  @Parameters(index = "1", paramLabel = "DIR", description = "A server's --data.")
  private Path directory = Path.of("data");

  @Override
  public Integer call() {
    StoreBackup.restore(file, directory);
    System.out.println(StoreCheckCommand.check(directory));
    return 0;
  }
}
