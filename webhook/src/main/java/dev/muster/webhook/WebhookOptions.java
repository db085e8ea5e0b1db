package dev.muster.webhook;

import dev.muster.client.kubeconfig.ClientConfig;
import java.nio.file.Path;
import java.util.List;

/**
 * How a webhook is to run.
 *
 * @param data where keys and certificates are kept
 * @param names under which the cluster reaches it, as {@code muster-webhook.muster.svc}
 * @param cluster whose webhook it is
 * @param callers who may ask
 * @param configuration the name of the mutating and validating webhook configurations whose
 *     authorities it keeps up to date; empty for none
 */
public record WebhookOptions(
    Path data,
    String bindAddress,
    int port,
    List<String> names,
    ClientConfig cluster,
    Callers callers,
    String configuration) {
  public WebhookOptions {
    names = List.copyOf(names);
  }
}
