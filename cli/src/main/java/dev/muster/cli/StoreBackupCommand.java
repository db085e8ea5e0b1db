package dev.muster.cli;

import dev.muster.store.StoreBackup;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code muster store backup}: an embedded store in one file. */
@Command(
    name = "backup",
    mixinStandardHelpOptions = true,
    description = {
      "Writes the store of a directory into one file. A server may run on it.",
      "Keys and certificates (DIR/pki) are not in it: save them, too."
    })
final class StoreBackupCommand implements Callable<Integer> {
  @Parameters(index = "0", paramLabel = "DIR", description = "A server's --data.")
  private Path directory = Path.of("data");

  @Parameters(index = "1", paramLabel = "FILE", description = "The file to write.")
  private Path file = Path.of("backup.db");

  @Override
  public Integer call() {
    StoreBackup.write(directory, file);
    System.out.println("written to " + file);
    return 0;
  }
}
