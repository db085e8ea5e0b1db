package dev.muster.webhook;

import dev.muster.pki.Identity;
import dev.muster.pki.Pem;
import dev.muster.pki.Pki;
import dev.muster.pki.PkiOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Set;

/** An authority for those who may ask a webhook, with its files. */
record TestCallers(Path directory, Pki authority) {

  static TestCallers in(Path parent) throws IOException {
    Path directory = Files.createTempDirectory(parent, "callers");
    return new TestCallers(directory, Pki.open(PkiOptions.in(directory), Clock.systemUTC()));
  }

  Identity client(String name) {
    return authority.newClient(name, List.of());
  }

  /** Those of this authority with this name. */
  Callers only(String name) throws IOException {
    Path file = directory.resolve("authority.crt");
    Files.writeString(file, authority.trustedPem());
    return Callers.of(file, Set.of(name));
  }

  /** For an API server that is to be this client, as the guide shows it. */
  Path admissionConfiguration(String name) throws IOException {
    Identity identity = client(name);
    Files.writeString(directory.resolve("client.crt"), Pem.of(identity.certificate()));
    Files.writeString(directory.resolve("client.key"), Pem.of(identity.key()));
    Path kubeconfig = directory.resolve("webhooks.kubeconfig");
    Files.writeString(
        kubeconfig,
        """
        apiVersion: v1
        kind: Config
        users:
        - name: '*'
          user: {client-certificate: client.crt, client-key: client.key}
        """);
    Path file = directory.resolve("admission.yaml");
    Files.writeString(
        file,
        """
        apiVersion: apiserver.config.k8s.io/v1
        kind: AdmissionConfiguration
        plugins:
        - name: MutatingAdmissionWebhook
          configuration: &hooks
            apiVersion: apiserver.config.k8s.io/v1
            kind: WebhookAdmissionConfiguration
            kubeConfigFile: %s
        - name: ValidatingAdmissionWebhook
          configuration: *hooks
        """
            .formatted(kubeconfig));
    return file;
  }
}
