package dev.muster.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.cli.directory.Directory;
import dev.muster.client.kubeconfig.ClientConfig;
import dev.muster.client.kubeconfig.RemoteServer;
import dev.muster.identity.credspec.CredentialSpec;
import dev.muster.identity.credspec.Reading;
import dev.muster.identity.credspec.SpecWriter;
import dev.muster.model.codec.Yaml;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code muster credspec}: credential specs of group managed service accounts. */
@Command(
    name = "credspec",
    mixinStandardHelpOptions = true,
    description = "Credential specs of group managed service accounts.",
    footer = {
      "",
      "Example:",
      "  muster credspec create --ldap ldap://dc1.contoso.com --account WebApplication1"
    },
    subcommands = CredspecCommand.Create.class)
final class CredspecCommand implements Runnable {
  @picocli.CommandLine.Spec private picocli.CommandLine.Model.@Nullable CommandSpec spec;

  @Override
  public void run() {
    if (spec != null) {
      spec.commandLine().usage(System.out);
    }
  }

  /** Looks an account up in Active Directory and writes the config map that pods refer to. */
  @Command(
      name = "create",
      mixinStandardHelpOptions = true,
      sortOptions = false,
      description =
          "Looks an account up in Active Directory and writes the config map that pods name.",
      footer = {
        "",
        "Example:",
        "  muster credspec create --ldap ldaps://dc1.contoso.com --user jane@contoso.com"
            + " --password-file pw --account WebApplication1 | kubectl apply -f -"
      })
  static final class Create implements Callable<Integer> {
    @Option(
        names = "--ldap",
        required = true,
        paramLabel = "URI",
        description = "A domain controller: ldaps://host, or ldap://host without a password.")
    @Nullable URI server;

    @Option(
        names = "--account",
        required = true,
        paramLabel = "NAME",
        description = "The group managed service account.")
    String account = "";

    @Option(
        names = "--user",
        paramLabel = "USER",
        description = "Who asks, as jane@contoso.com (default: nobody).")
    String user = "";

    @Option(
        names = "--password-file",
        paramLabel = "FILE",
        description = "The user's password, on the first line.")
    @Nullable Path password;

    @Option(
        names = "--config-map",
        paramLabel = "NAME",
        description = "The config map's name (default: the account's with -credspec).")
    String name = "";

    @Option(
        names = {"-n", "--namespace"},
        paramLabel = "NAMESPACE",
        defaultValue = "default",
        description = "The config map's namespace (default: ${DEFAULT-VALUE}).")
    String namespace = "default";

    @Option(
        names = "--kubeconfig",
        paramLabel = "FILE",
        description = "Create the config map in this cluster instead of printing it.")
    @Nullable Path kubeconfig;

    @Override
    public Integer call() throws Exception {
      if (server == null) {
        throw new IllegalArgumentException("--ldap is required");
      }
      refusePlainPassword(server);
      try (Directory directory =
          Directory.connect(
              server,
              user.isEmpty() ? Directory.Login.ANONYMOUS : new Directory.Login(user, secret()))) {
        ObjectNode map = configMap(directory.credentialSpec(account));
        if (kubeconfig == null) {
          System.out.write(Yaml.fromTree(map));
          System.out.flush();
        } else {
          create(map, kubeconfig);
        }
      }
      return 0;
    }

    /** A password goes over the network only under TLS. */
    private void refusePlainPassword(URI uri) throws UnknownHostException {
      boolean safe =
          "ldaps".equals(uri.getScheme())
              || user.isEmpty()
              || (uri.getHost() != null && isHere(uri.getHost()));
      if (!safe) {
        throw new IllegalArgumentException(
            uri + ": the password would be sent in the clear; use ldaps://");
      }
    }

    private static boolean isHere(String host) throws UnknownHostException {
      for (InetAddress address : InetAddress.getAllByName(host)) {
        if (!address.isLoopbackAddress()) {
          return false;
        }
      }
      return true;
    }

    private String secret() throws IOException {
      if (password == null) {
        throw new IllegalArgumentException("--user needs --password-file");
      }
      return Files.readString(password).lines().findFirst().orElse("");
    }

    private ObjectNode configMap(CredentialSpec spec) {
      ObjectNode json = SpecWriter.toJson(spec);
      if (Reading.of(json) instanceof Reading.Faulty faulty) {
        throw new IllegalArgumentException(
            "what the directory says makes no valid credential spec: " + faulty.text());
      }
      String called =
          name.isEmpty() ? spec.machineAccount().toLowerCase(Locale.ROOT) + "-credspec" : name;
      ObjectNode map = JsonNodeFactory.instance.objectNode();
      map.put("apiVersion", "v1").put("kind", "ConfigMap");
      map.putObject("metadata").put("name", called).put("namespace", namespace);
      map.putObject("data").put(CredentialSpec.KEY, json.toPrettyString() + "\n");
      return map;
    }

    private void create(ObjectNode map, Path file) throws IOException, InterruptedException {
      try (RemoteServer cluster = new RemoteServer(ClientConfig.read(file))) {
        RemoteServer.Answer answer =
            cluster.send(
                "/api/v1/namespaces/" + namespace + "/configmaps",
                map.toString().getBytes(StandardCharsets.UTF_8),
                Duration.ofSeconds(30),
                1 << 20);
        if (answer.code() != 201) {
          throw new IllegalArgumentException(
              cluster.url() + ": HTTP " + answer.code() + ": " + answer.body());
        }
        System.out.println("configmap/" + map.at("/metadata/name").asText() + " created");
      }
    }
  }
}
