package dev.muster.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.cli.bundle.BundlePreview;
import dev.muster.cli.bundle.CriRequest;
import dev.muster.cli.images.ImageStoreFlag;
import dev.muster.cli.manifests.ManifestFiles;
import dev.muster.runtime.images.ImageStore;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
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
      "The other way takes what `crictl create` takes, in JSON or YAML.",
      "Nothing is made on this machine. An image that the store does not have is taken to be empty.",
      "",
      "Examples:",
      "  muster runtime spec -f examples/gmsa/",
      "  muster runtime spec --container-config examples/crictl/container-config.json \\",
      "    --pod-config examples/crictl/pod-config.json"
    })
final class RuntimeSpecCommand implements Callable<Integer> {
  /** A pod by its manifest. */
  static final class Manifests {
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
  }

  /** A container as CRI asks for it. */
  static final class Requests {
    @Option(
        names = "--container-config",
        required = true,
        paramLabel = "FILE",
        description = "CRI's ContainerConfig, such as crictl's container-config.json.")
    private Path container = Path.of("");

    @Option(
        names = "--pod-config",
        required = true,
        paramLabel = "FILE",
        description = "CRI's PodSandboxConfig, such as crictl's pod-config.json.")
    private Path pod = Path.of("");
  }

  /** Exactly one of them. */
  static final class Source {
    @ArgGroup(exclusive = false)
    private @Nullable Manifests manifests;

    @ArgGroup(exclusive = false)
    private @Nullable Requests requests;

    ObjectNode config(BundlePreview.Images images) throws IOException {
      if (requests != null) {
        return CriRequest.read(requests.container, requests.pod).config(images);
      }
      Manifests given = Objects.requireNonNull(manifests);
      return BundlePreview.of(ManifestFiles.read(given.files), images).config(given.container);
    }
  }

  @ArgGroup(exclusive = true, multiplicity = "1")
  private Source source = new Source();

  @Mixin private ImageStoreFlag images = new ImageStoreFlag();

  @Spec private CommandSpec self = CommandSpec.create();

  @Override
  public Integer call() throws Exception {
    ObjectNode config = source.config(this::store);
    PrintWriter out = self.commandLine().getOut();
    out.println(new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(config));
    out.flush();
    return 0;
  }

  private Optional<ImageStore> store() throws IOException {
    return Files.isDirectory(images.directory()) ? Optional.of(images.open()) : Optional.empty();
  }
}
