package dev.muster.node.mounts;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.api.ApiClient;
import dev.muster.client.api.ApiProblem;
import dev.muster.client.http.Escaped;
import dev.muster.model.selector.LabelSelector;
import dev.muster.volumes.Sources;
import dev.muster.volumes.TokenSpec;
import dev.muster.volumes.TrustBundleSpec;
import dev.muster.volumes.VolumeException;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Supplier;

/** Volume contents from the API server. */
final class ApiSources implements Sources {
  private static final String BUNDLES = "/apis/certificates.k8s.io/v1beta1/clustertrustbundles";

  private final ApiClient client;
  private final WatchedObjects objects;
  private final Tokens tokens;
  private final Supplier<JsonNode> allocatable;

  ApiSources(
      ApiClient client, WatchedObjects objects, Tokens tokens, Supplier<JsonNode> allocatable) {
    this.client = client;
    this.objects = objects;
    this.tokens = tokens;
    this.allocatable = allocatable;
  }

  @Override
  public Optional<JsonNode> secret(String namespace, String name) throws VolumeException {
    return get(new WatchedObjects.Key("secrets", namespace, name));
  }

  @Override
  public Optional<JsonNode> configMap(String namespace, String name) throws VolumeException {
    return get(new WatchedObjects.Key("configmaps", namespace, name));
  }

  private Optional<JsonNode> get(WatchedObjects.Key key) throws VolumeException {
    try {
      return objects.get(key);
    } catch (IOException e) {
      throw new VolumeException(String.valueOf(e.getMessage()), e);
    }
  }

  @Override
  public String serviceAccountToken(TokenSpec spec) throws VolumeException {
    try {
      return tokens.get(spec);
    } catch (IOException e) {
      throw new VolumeException("failed to fetch token: " + e.getMessage(), e);
    }
  }

  @Override
  public Optional<String> trustBundle(TrustBundleSpec spec) throws VolumeException {
    try {
      if (!spec.name().isEmpty()) {
        return Optional.of(pem(client.get(BUNDLES + "/" + Escaped.segment(spec.name()))));
      }
      ObjectNode all = client.get(BUNDLES);
      LabelSelector selector = LabelSelector.of(spec.labelSelector());
      StringBuilder anchors = new StringBuilder();
      for (JsonNode bundle : all.path("items")) {
        boolean signer = bundle.path("spec").path("signerName").asText().equals(spec.signerName());
        if (signer && selector.matchesObject(bundle)) {
          anchors.append(pem(bundle));
        }
      }
      return anchors.isEmpty() ? Optional.empty() : Optional.of(anchors.toString());
    } catch (ApiProblem e) {
      if (e.isNotFound()) {
        return Optional.empty();
      }
      throw new VolumeException(String.valueOf(e.getMessage()), e);
    } catch (IOException e) {
      throw new VolumeException(String.valueOf(e.getMessage()), e);
    }
  }

  private static String pem(JsonNode bundle) {
    return bundle.path("spec").path("trustBundle").asText();
  }

  @Override
  public JsonNode allocatable() {
    return allocatable.get();
  }
}
