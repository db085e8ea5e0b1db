package dev.muster.cli;

import dev.muster.client.kubeconfig.ClientConfig;
import dev.muster.webhook.Webhook;
import dev.muster.webhook.WebhookOptions;
import java.nio.file.Path;
import java.time.Clock;
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
      "  muster webhook --kubeconfig cluster.kubeconfig --name muster-webhook.muster.svc"
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
      defaultValue = "0.0.0.0",
      description = "Where to listen (default: ${DEFAULT-VALUE}).")
  String bindAddress = "0.0.0.0";

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
    if (kubeconfig == null) {
      throw new IllegalArgumentException("--kubeconfig is required");
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
                configuration),
            Clock.systemUTC());
    UntilStopped running = UntilStopped.closing(webhook::close);
    System.out.println("webhook     https://" + bindAddress + ":" + webhook.port());
    System.out.println("ready");
    running.await();
    return 0;
  }
}
