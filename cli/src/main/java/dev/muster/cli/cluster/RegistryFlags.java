package dev.muster.cli.cluster;

import dev.muster.runtime.images.RegistrySettings;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Which registries may be spoken to without TLS: those that are named, and no others. */
public final class RegistryFlags {
  private static final Pattern HOST_AND_PORT =
      Pattern.compile("([A-Za-z0-9][A-Za-z0-9.-]{0,252}|\\[[0-9A-Fa-f:]{2,39}])(:[0-9]{1,5})?");

  @Spec(Spec.Target.MIXEE)
  CommandSpec command = CommandSpec.create();

  private final Set<String> named = new LinkedHashSet<>();

  @Option(
      names = "--insecure-registry",
      split = ",",
      paramLabel = "HOST[:PORT]",
      description = "A registry without TLS, as images name it; may be repeated.")
  void name(List<String> registries) {
    for (String each : registries) {
      if (!HOST_AND_PORT.matcher(each).matches()) {
        throw new ParameterException(
            command.commandLine(),
            "--insecure-registry: \"" + each + "\" is not of the form HOST[:PORT]");
      }
      named.add(each);
    }
  }

  /** How registries are spoken to. */
  public RegistrySettings settings() {
    return RegistrySettings.DEFAULT.withInsecure(named);
  }
}
