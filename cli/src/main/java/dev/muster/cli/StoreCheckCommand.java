package dev.muster.cli;

import dev.muster.model.codec.Trees;
import dev.muster.store.Codec;
import dev.muster.store.EmbeddedStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code muster store check}: whether everything in an embedded store can be read. */
@Command(
    name = "check",
    mixinStandardHelpOptions = true,
    description = {
      "Reads everything in the store of a directory, and compares the checksums.",
      "No server may run on it meanwhile."
    })
final class StoreCheckCommand implements Callable<Integer> {
  private static final String ENCRYPTED = "k8s:enc:";

  /** Values that are encrypted are right if their checksum is. */
  private static final Codec<Boolean> READABLE =
      (key, bytes, revision) -> {
        try {
          return new String(bytes, StandardCharsets.ISO_8859_1).startsWith(ENCRYPTED)
              || Trees.parse(bytes).isObject();
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      };

  @Parameters(paramLabel = "DIR", description = "A server's --data.")
  private Path directory = Path.of("data");

  @Override
  public Integer call() {
    System.out.println(check(directory));
    return 0;
  }

  /**
   * One line about a store that is well.
   *
   * @throws dev.muster.store.StoreException what is wrong with it
   */
  static String check(Path directory) {
    if (!Files.exists(directory.resolve("store.db"))) {
      throw new IllegalArgumentException("there is no store in \"" + directory + "\"");
    }
    try (EmbeddedStore<Boolean> store = EmbeddedStore.open(directory, READABLE)) {
      return "%d objects at revision %d: ok"
          .formatted(store.snapshot().count(""), store.snapshot().revision());
    }
  }
}
