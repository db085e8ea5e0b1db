package dev.muster.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;

/** {@code muster version}: what this is and what it runs on. */
@Command(
    name = "version",
    mixinStandardHelpOptions = true,
    description = "Prints the version of Muster, of the Kubernetes API it speaks, and of its JVM.",
    footer = {"", "Example:", "  muster version"})
final class VersionCommand implements Callable<Integer>, IVersionProvider {
  private static final String MUSTER = "0.1.0";
  private static final String KUBERNETES = "1.35";

  @Override
  public String[] getVersion() {
    return new String[] {
      "muster      " + MUSTER,
      "kubernetes  " + KUBERNETES,
      "java        " + Runtime.version() + " (" + System.getProperty("java.vendor") + ")",
    };
  }

  @Override
  public Integer call() {
    for (String line : getVersion()) {
      System.out.println(line);
    }
    return 0;
  }
}
