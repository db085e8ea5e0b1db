package dev.muster.cli;

import dev.muster.testing.JavaProgram;
import java.nio.file.Files;
import java.nio.file.Path;

/** The command, as tests outside its package run it. */
public final class MusterProgram {
  /**
   * Where {@code ./verify} has built it: from a jar, and soon with an AOT cache, it starts twice as
   * fast.
   */
  private static final String JAR = System.getProperty("muster.jar", "");

  private static final String CACHE = System.getProperty("muster.cache", "");

  private MusterProgram() {}

  /** As a process of its own. */
  public static JavaProgram command(String... flags) {
    JavaProgram program = JavaProgram.of(Muster.class).with(flags);
    if (!JAR.isEmpty()) {
      program = program.in(Path.of(JAR));
    }
    return CACHE.isEmpty() || !Files.exists(Path.of(CACHE))
        ? program
        : program.with("-XX:AOTCache=" + CACHE);
  }

  /** The command in the test's own process; the code that it ends with. */
  public static int run(String... arguments) {
    return Muster.run(arguments);
  }
}
