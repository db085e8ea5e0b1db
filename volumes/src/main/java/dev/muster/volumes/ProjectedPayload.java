package dev.muster.volumes;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.TreeMap;

/** Several sources as one volume; where two give a path, the later one counts. */
final class ProjectedPayload {
  private static final int TOKEN_OF_ONE_USER = 0600;
  private static final long AN_HOUR = 3600;

  private final Sources sources;
  private final JsonNode pod;
  private final int defaultMode;

  ProjectedPayload(Sources sources, JsonNode pod, int defaultMode) {
    this.sources = sources;
    this.pod = pod;
    this.defaultMode = defaultMode;
  }

  Map<String, ProjectedFile> of(JsonNode projected) throws VolumeException {
    Map<String, ProjectedFile> files = new TreeMap<>();
    Problems problems = new Problems();
    for (JsonNode source : projected.path("sources")) {
      problems.collect(() -> files.putAll(one(source)));
    }
    problems.throwIfAny();
    return files;
  }

  private Map<String, ProjectedFile> one(JsonNode source) throws VolumeException {
    String namespace = pod.path("metadata").path("namespace").asText();
    if (source.has("secret")) {
      JsonNode secret = source.get("secret");
      return KeyPayload.secret(
          sources, namespace, secret.path("name").asText(), secret, defaultMode);
    }
    if (source.has("configMap")) {
      JsonNode map = source.get("configMap");
      return KeyPayload.configMap(sources, namespace, map.path("name").asText(), map, defaultMode);
    }
    if (source.has("downwardAPI")) {
      return DownwardPayload.of(
          pod, source.get("downwardAPI").path("items"), defaultMode, sources.allocatable());
    }
    if (source.has("serviceAccountToken")) {
      return token(source.get("serviceAccountToken"));
    }
    if (source.has("clusterTrustBundle")) {
      return trustBundle(source.get("clusterTrustBundle"));
    }
    throw new VolumeException("this node knows no such projected source: " + names(source));
  }

  /**
   * A token is its user's alone where the pod says who that is: all containers run as one user, or
   * an fsGroup is set. Else the volume's default mode holds.
   */
  private Map<String, ProjectedFile> token(JsonNode source) throws VolumeException {
    JsonNode metadata = pod.path("metadata");
    String token =
        sources.serviceAccountToken(
            new TokenSpec(
                metadata.path("namespace").asText(),
                pod.path("spec").path("serviceAccountName").asText("default"),
                metadata.path("name").asText(),
                metadata.path("uid").asText(),
                source.path("audience").asText(),
                source.path("expirationSeconds").asLong(AN_HOUR)));
    int user = SharedUser.of(pod);
    boolean known = user != ProjectedFile.NO_UID || Ownership.fsGroup(pod) != Ownership.NONE;
    return Map.of(
        PayloadPaths.clean(source.path("path").asText()),
        new ProjectedFile(Content.of(token), known ? TOKEN_OF_ONE_USER : defaultMode, user));
  }

  private Map<String, ProjectedFile> trustBundle(JsonNode source) throws VolumeException {
    TrustBundleSpec spec =
        new TrustBundleSpec(
            source.path("name").asText(),
            source.path("signerName").asText(),
            source.path("labelSelector"));
    var bundle = sources.trustBundle(spec);
    if (bundle.isEmpty() && !source.path("optional").asBoolean()) {
      throw new VolumeException(
          spec.name().isEmpty()
              ? "combination of signerName and labelSelector matched zero ClusterTrustBundles"
              : "clustertrustbundle.certificates.k8s.io \"" + spec.name() + "\" not found");
    }
    return Map.of(
        PayloadPaths.clean(source.path("path").asText()),
        new ProjectedFile(Content.of(bundle.orElse("")), defaultMode));
  }

  private static String names(JsonNode source) {
    return String.join(", ", source.properties().stream().map(Map.Entry::getKey).toList());
  }
}
