package dev.muster.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.cli.bundle.BundlePreview;
import dev.muster.cli.manifests.ManifestFiles;
import dev.muster.runtime.images.ImageStore;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code muster runtime spec}: the OCI bundle of a pod's container, before anything runs. */
@Command(
    name = "spec",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Prints the config.json that an OCI runtime would be given for a pod's container:",
      "runc for a Linux one, a runtime of Windows for a Windows one."
    },
    footer = {
      "",
      "Give the config maps, secrets and GMSACredentialSpecs that the pod names with -f as well.",
      "Nothing is made on this machine. An image that the store does not have is taken to be empty.",
      "",
      "Example:",
      "  muster runtime spec -f examples/gmsa/"
    })
final class RuntimeSpecCommand implements Callable<Integer> {
  @Option(
      names = {"-f", "--filename"},
      required = true,
      paramLabel = "FILE",
      description = "A pod, or anything with a pod template, and what it names; repeatable.")
  private List<Path> files = List.of();

  @Option(
      names = {"-c", "--container"},
      paramLabel = "NAME",
      defaultValue = "",
      description = "Which container (default: the only one).")
  private String container = "";

  @Mixin private ImageStoreFlag images = new ImageStoreFlag();

  @Spec private CommandSpec self = CommandSpec.create();

  @Override
  public Integer call() throws Exception {
    BundlePreview preview = BundlePreview.of(ManifestFiles.read(files), this::store);
    ObjectNode config = preview.config(container);
    PrintWriter out = self.commandLine().getOut();
    out.println(new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(config));
    out.flush();
    return 0;
  }

  private Optional<ImageStore> store() throws IOException {
    return Files.isDirectory(images.directory()) ? Optional.of(images.open()) : Optional.empty();
  }
}
