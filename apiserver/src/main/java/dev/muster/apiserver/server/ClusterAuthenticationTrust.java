package dev.muster.apiserver.server;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.apiserver.registry.Create;
import dev.muster.apiserver.registry.Registry;
import dev.muster.apiserver.registry.Replace;
import dev.muster.apiserver.registry.StoredObject;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import dev.muster.pki.Pem;
import dev.muster.store.Entry;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * The authorities that vouch for clients of this server, in {@code
 * kube-system/extension-apiserver-authentication}: other servers of the cluster trust the same.
 */
final class ClusterAuthenticationTrust {
  private static final String NAMESPACE = "kube-system";
  private static final String NAME = "extension-apiserver-authentication";
  private static final String CLIENT_CA = "client-ca-file";

  private ClusterAuthenticationTrust() {}

  static void publish(Registry registry, Kinds kinds, List<X509Certificate> authorities) {
    Kind configMaps = kinds.byKind("v1", "ConfigMap").orElseThrow();
    String pem = authorities.stream().map(Pem::of).collect(Collectors.joining());
    Entry<StoredObject> present = registry.find(configMaps, NAMESPACE, NAME);
    if (present == null) {
      ObjectNode object = JsonNodeFactory.instance.objectNode();
      object.putObject("metadata").put("name", NAME).put("namespace", NAMESPACE);
      object.putObject("data").put(CLIENT_CA, pem);
      registry.write(
          new Create(
              Bootstrap.request(configMaps, NAMESPACE, ""),
              Bootstrap.canonical(configMaps, object)));
    } else if (!present.value().tree().path("data").path(CLIENT_CA).asText().equals(pem)) {
      registry.write(
          new Replace(
              Bootstrap.request(configMaps, NAMESPACE, NAME),
              current -> {
                ObjectNode changed = Objects.requireNonNull(current);
                changed.withObject("/data").put(CLIENT_CA, pem);
                return changed;
              }));
    }
  }
}
