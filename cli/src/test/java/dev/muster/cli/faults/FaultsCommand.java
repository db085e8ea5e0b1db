package dev.muster.cli.faults;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** The long profile: {@code bench/run-faults [ROUNDS [SEED]]}. Ends at the first thing wrong. */
final class FaultsCommand {
  private static final Duration LONGEST = Duration.ofSeconds(6);

  private FaultsCommand() {}

  public static void main(String[] args) throws Exception {
    int rounds = Integer.parseInt(args[0]);
    long seed = Long.parseLong(args[1]);
    Path directory = Files.createDirectories(Path.of(args[2]));
    Random random = new Random(seed);
    List<FaultKind> kinds = new ArrayList<>(List.of(FaultKind.values()));
    List<String> faults = List.of();
    try (FaultRounds run = new FaultRounds(directory, seed, LONGEST, FaultsCommand::say)) {
      Runtime.getRuntime().addShutdownHook(new Thread(run::close)); // also when it is told to stop
      try {
        for (int i = 0; i < rounds && faults.isEmpty(); i++) {
          if (i % kinds.size() == 0) {
            Collections.shuffle(kinds, random);
          }
          faults = run.round(kinds.get(i % kinds.size()));
        }
        run.finish();
      } finally {
        say(run.table().text());
      }
    }
    faults.forEach(FaultsCommand::say);
    System.exit(faults.isEmpty() ? 0 : 1);
  }

  private static void say(String line) {
    System.out.println(line);
    System.out.flush();
  }
}
