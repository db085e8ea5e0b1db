package dev.muster.apiserver.server;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.apiserver.registry.Registry;
import dev.muster.apiserver.registry.StoredObject;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import dev.muster.pki.Pem;
import dev.muster.pki.Pki;
import dev.muster.store.Entry;
import dev.muster.views.CoreV1.MutableConfigMap;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The authorities that vouch for clients of this server, in {@code
 * kube-system/extension-apiserver-authentication}: other servers of the cluster trust the same, and
 * the same proxies.
 */
final class ClusterAuthenticationTrust {
  private static final String NAMESPACE = "kube-system";
  private static final String NAME = "extension-apiserver-authentication";
  private static final String CLIENT_CA = "client-ca-file";

  private ClusterAuthenticationTrust() {}

  /**
   * @param headers those by which a proxy says who asks, if one may
   */
  static void publish(
      Registry registry, Kinds kinds, Pki pki, Optional<RequestHeaderOptions> headers) {
    Kind configMaps = kinds.byKind("v1", "ConfigMap").orElseThrow();
    Map<String, String> data = new TreeMap<>();
    data.put(CLIENT_CA, bundle(pki.clientAuthorities()));
    headers.ifPresent(options -> add(options, pki, data));
    Entry<StoredObject> present = registry.find(configMaps, NAMESPACE, NAME);
    if (present == null
        || !put(data, present.value().tree().deepCopy()).equals(present.value().tree())) {
      new ServerObject(registry, configMaps, NAMESPACE, NAME).change(current -> put(data, current));
    }
  }

  private static String bundle(List<X509Certificate> authorities) {
    return authorities.stream().map(Pem::of).collect(Collectors.joining());
  }

  private static void add(RequestHeaderOptions options, Pki pki, Map<String, String> data) {
    data.put("requestheader-client-ca-file", bundle(pki.proxyAuthorities(options.clientCaFile())));
    data.put("requestheader-username-headers", list(options.headers().username()));
    if (!options.headers().uid().isEmpty()) {
      data.put("requestheader-uid-headers", list(options.headers().uid()));
    }
    data.put("requestheader-group-headers", list(options.headers().group()));
    data.put("requestheader-extra-headers-prefix", list(options.headers().extraPrefixes()));
    data.put("requestheader-allowed-names", list(options.allowedNames()));
  }

  private static String list(List<String> values) {
    ArrayNode out = JsonNodeFactory.instance.arrayNode();
    values.forEach(out::add);
    return out.toString();
  }

  private static ObjectNode put(Map<String, String> data, ObjectNode object) {
    data.forEach((key, value) -> MutableConfigMap.of(object).data().map().put(key, value));
    return object;
  }
}
