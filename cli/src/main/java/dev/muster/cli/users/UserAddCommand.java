package dev.muster.cli.users;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.muster.cli.flags.DurationFlag;
import dev.muster.cli.kubeconfig.KubeconfigFlag;
import dev.muster.client.api.ApiClient;
import dev.muster.client.api.NetworkTransport;
import dev.muster.client.kubeconfig.ClientConfig;
import dev.muster.client.kubeconfig.KubeconfigText;
import dev.muster.pki.CertificateRequest;
import dev.muster.pki.Identity;
import dev.muster.pki.Keys;
import dev.muster.pki.Pem;
import dev.muster.pki.Trust;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyPair;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code muster user add}: a kubeconfig for somebody who had none. */
@Command(
    name = "add",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Writes a kubeconfig for a user, by a certificate that the cluster signs.",
      "Asks for it, and approves it, as the user of --kubeconfig."
    },
    footer = {
      "",
      "Example:",
      "  muster user add alice --group dev",
      "  kubectl create rolebinding alice --clusterrole=view --user=alice"
    })
final class UserAddCommand implements Callable<Integer> {
  private static final int LONGEST_NAME = 253;

  @Parameters(paramLabel = "NAME", description = "The user's name.")
  private String name = "";

  @Option(
      names = "--group",
      paramLabel = "GROUP",
      split = ",",
      description = "A group of the user's; may be given several times.")
  private List<String> groups = List.of();

  @Option(
      names = "--expires",
      paramLabel = "DURATION",
      defaultValue = "8760h",
      converter = DurationFlag.class,
      description = "How long it lasts, at least 10m (default: ${DEFAULT-VALUE}).")
  private Duration life = Duration.ofDays(365);

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "Where the kubeconfig goes (default: NAME.kubeconfig).")
  private @Nullable Path output;

  @Mixin private KubeconfigFlag cluster = new KubeconfigFlag();

  @Override
  public Integer call() throws Exception {
    Path file = file();
    if (Files.exists(file)) {
      throw new FileAlreadyExistsException(file + ": is there already; name another file by -o");
    }
    KeyPair keys = Keys.generate();
    ClientConfig config = ClientConfig.read(cluster.file());
    X509Certificate certificate;
    try (ApiClient client = new ApiClient(new NetworkTransport(config, "muster"))) {
      certificate =
          new SigningRequests(client).sign(name, CertificateRequest.of(keys, name, groups), life);
    }
    write(
        file,
        KubeconfigText.of(
            config.server().toString(),
            trusted(config.trust()),
            new Identity(List.of(certificate), keys.getPrivate()),
            name));
    tell(file, certificate);
    return 0;
  }

  private Path file() {
    if (name.isBlank() || name.length() > LONGEST_NAME) {
      throw new IllegalArgumentException("a user's name has 1 to " + LONGEST_NAME + " characters");
    }
    if (output != null) {
      return output;
    }
    if (!name.matches("[A-Za-z0-9@._-]{1,253}") || name.startsWith(".")) {
      throw new IllegalArgumentException("\"" + name + "\" is no name for a file: name one by -o");
    }
    return Path.of(name + ".kubeconfig");
  }

  private static String trusted(Trust trust) {
    return switch (trust) {
      case Trust.Authorities authorities ->
          authorities.certificates().stream().map(Pem::of).collect(Collectors.joining());
      case Trust.Machine machine -> noAuthority();
      case Trust.Anyone anyone -> noAuthority();
    };
  }

  private static String noAuthority() {
    throw new IllegalArgumentException(
        "the kubeconfig that asks names no certificate-authority, so that none can be handed on");
  }

  private static void write(Path file, String text) throws IOException {
    try (var out =
        Files.newByteChannel(
            file,
            EnumSet.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
      out.write(UTF_8.encode(text));
    }
  }

  private void tell(Path file, X509Certificate certificate) {
    System.out.println("kubeconfig  " + file);
    System.out.println("user        " + name);
    if (!groups.isEmpty()) {
      System.out.println("groups      " + String.join(", ", groups));
    }
    System.out.println("until       " + certificate.getNotAfter().toInstant());
    System.out.println("try         kubectl --kubeconfig " + file + " auth whoami");
  }
}
