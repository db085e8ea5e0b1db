package dev.muster.cli;

import dev.muster.apiserver.server.Admission;
import java.util.LinkedHashSet;
import java.util.List;
import picocli.CommandLine.Option;

/** What looks at writes before they are stored. */
final class AdmissionFlags {
  @Option(
      names = "--enable-admission-plugins",
      split = ",",
      paramLabel = "NAME",
      description = "Admission plugins beyond the default ones.")
  List<String> enabled = List.of();

  @Option(
      names = "--disable-admission-plugins",
      split = ",",
      paramLabel = "NAME",
      description = "Default admission plugins to leave out.")
  List<String> disabled = List.of();

  Admission config() {
    return new Admission(new LinkedHashSet<>(enabled), new LinkedHashSet<>(disabled));
  }
}
