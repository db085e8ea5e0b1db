package dev.muster.cli;

import dev.muster.client.kubeconfig.ClientConfig;
import dev.muster.webhook.Callers;
import dev.muster.webhook.Webhook;
import dev.muster.webhook.WebhookOptions;
import java.nio.file.Path;
import java.time.Clock;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code muster webhook}: our admission rules for another cluster. */
@Command(
    name = "webhook",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "Serves the rules for group managed service accounts as an admission webhook of another"
            + " cluster.",
    footer = {
      "",
      "Example:",
      "  muster webhook --kubeconfig cluster.kubeconfig --client-ca-file callers.crt \\",
      "    --bind-address 0.0.0.0 --name muster-webhook.muster.svc"
    })
final class WebhookCommand implements Callable<Integer> {
  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "Where keys and certificates are kept (default: ~/.muster-webhook).")
  @Nullable Path data;

  @Option(
      names = "--kubeconfig",
      required = true,
      paramLabel = "FILE",
      description = "The cluster whose webhook this is, and who to be there.")
  @Nullable Path kubeconfig;

  @Option(
      names = "--bind-address",
      paramLabel = "IP",
      defaultValue = "127.0.0.1",
      description = "Where to listen; 0.0.0.0 for all addresses (default: ${DEFAULT-VALUE}).")
  String bindAddress = "127.0.0.1";

  @Option(
      names = "--client-ca-file",
      required = true,
      paramLabel = "FILE",
      description =
          "Who vouches for those who may ask: the API server shows a certificate of one of these"
              + " authorities, or is refused.")
  @Nullable Path clientAuthorities;

  @Option(
      names = "--client-common-names",
      split = ",",
      paramLabel = "NAME",
      description =
          "The common names in such certificates that may ask (default: all). To be given if the"
              + " authorities vouch for others than API servers, too.")
  List<String> clientNames = List.of();

  @Option(
      names = "--secure-port",
      paramLabel = "PORT",
      defaultValue = "8443",
      description = "Where to listen (default: ${DEFAULT-VALUE}).")
  int port = 8443;

  @Option(
      names = "--name",
      split = ",",
      paramLabel = "NAME",
      description = "Names or addresses under which the cluster reaches it, for its certificate.")
  List<String> names = List.of();

  @Option(
      names = "--configuration",
      paramLabel = "NAME",
      defaultValue = "muster-gmsa",
      description =
          "The webhook configurations whose caBundle is kept up to date (default:"
              + " ${DEFAULT-VALUE}).")
  String configuration = "muster-gmsa";

  @Override
  public Integer call() throws Exception {
    if (kubeconfig == null || clientAuthorities == null) {
      throw new IllegalArgumentException("--kubeconfig and --client-ca-file are required");
    }
    Path directory =
        data == null ? Path.of(System.getProperty("user.home"), ".muster-webhook") : data;
    Webhook webhook =
        Webhook.start(
            new WebhookOptions(
                directory.toAbsolutePath(),
                bindAddress,
                port,
                names,
                ClientConfig.read(kubeconfig),
                Callers.of(clientAuthorities, new LinkedHashSet<>(clientNames)),
                configuration),
            Clock.systemUTC());
    UntilStopped running = UntilStopped.closing(webhook::close);
    System.out.println("webhook     https://" + bindAddress + ":" + webhook.port());
    System.out.println("ready");
    running.await();
    return 0;
  }
}
