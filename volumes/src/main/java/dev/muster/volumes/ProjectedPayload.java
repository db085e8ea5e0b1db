package dev.muster.volumes;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.TreeMap;

/** Several sources as one volume; where two give a path, the later one counts. */
final class ProjectedPayload {
  private static final int OF_ONE_USER = 0600;
  private static final long AN_HOUR = 3600;

  private final Sources sources;
  private final JsonNode pod;
  private final FileDefaults defaults;

  ProjectedPayload(Sources sources, JsonNode pod, FileDefaults defaults) {
    this.sources = sources;
    this.pod = pod;
    this.defaults = defaults;
  }

  Map<String, ProjectedFile> of(JsonNode projected) throws VolumeException {
    Map<String, ProjectedFile> files = new TreeMap<>();
    VolumeProblems problems = new VolumeProblems();
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
      return KeyPayload.secret(sources, namespace, secret.path("name").asText(), secret, defaults);
    }
    if (source.has("configMap")) {
      JsonNode map = source.get("configMap");
      return KeyPayload.configMap(sources, namespace, map.path("name").asText(), map, defaults);
    }
    if (source.has("downwardAPI")) {
      return DownwardPayload.of(
          pod, source.get("downwardAPI").path("items"), defaults, sources.allocatable());
    }
    if (source.has("serviceAccountToken")) {
      return token(source.get("serviceAccountToken"));
    }
    if (source.has("clusterTrustBundle")) {
      return trustBundle(source.get("clusterTrustBundle"));
    }
    throw new VolumeException("this node knows no such projected source: " + names(source));
  }

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
    return credential(source, token);
  }

  /**
   * A file that is its user's alone where the pod says who that is: the spec names one, all
   * containers run as one user, or an fsGroup is set. Else the volume's default mode holds.
   */
  private Map<String, ProjectedFile> credential(JsonNode source, String content)
      throws VolumeException {
    int user = defaults.user(source);
    int shared = SharedUser.of(pod);
    boolean known =
        user != ProjectedFile.NO_UID
            || shared != ProjectedFile.NO_UID
            || Ownership.fsGroup(pod) != Ownership.NONE;
    return Map.of(
        PayloadPaths.clean(source.path("path").asText()),
        new ProjectedFile(
            Content.of(content), known ? OF_ONE_USER : defaults.mode(), user, Math.max(0, shared)));
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
    return credential(source, bundle.orElse(""));
  }

  private static String names(JsonNode source) {
    return String.join(", ", source.properties().stream().map(Map.Entry::getKey).toList());
  }
}
