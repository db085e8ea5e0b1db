package dev.muster.cli;

import dev.muster.apiserver.server.Admission;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
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

  @Option(
      names = "--admission-control-config-file",
      hidden = true,
      paramLabel = "FILE",
      description =
          "An AdmissionConfiguration: for MutatingAdmissionWebhook and ValidatingAdmissionWebhook a"
              + " kubeconfig with who to be for the servers of webhooks.")
  @Nullable Path configFile;

  Admission config() {
    return new Admission(
        new LinkedHashSet<>(enabled),
        new LinkedHashSet<>(disabled),
        Optional.ofNullable(configFile).map(Path::toAbsolutePath));
  }
}
