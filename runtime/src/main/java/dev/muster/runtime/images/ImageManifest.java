package dev.muster.runtime.images;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A manifest of one image: the Docker schema 2 and the OCI form have the same fields. */
record ImageManifest(Digest config, long configSize, List<Blob> layers) {
  static final int MAX_BYTES = 4 << 20;
  static final int MAX_LAYERS = 256;
  static final String OCI = "application/vnd.oci.image.manifest.v1+json";
  static final String DOCKER = "application/vnd.docker.distribution.manifest.v2+json";
  static final String OCI_INDEX = "application/vnd.oci.image.index.v1+json";
  static final String DOCKER_LIST = "application/vnd.docker.distribution.manifest.list.v2+json";

  /** A reference to content, with the size it must have. */
  record Blob(Digest digest, long size) {}

  ImageManifest {
    layers = List.copyOf(layers);
  }

  static ImageManifest parse(byte[] bytes) throws IOException {
    JsonNode json = Json.read(bytes, "manifest");
    if (json.path("schemaVersion").asInt() != 2 || !json.path("config").isObject()) {
      throw new ImageException(
          "a manifest that is neither of the OCI form nor of Docker's schema 2");
    }
    Blob config = blob(json.path("config"));
    List<Blob> layers = new ArrayList<>();
    for (JsonNode each : json.path("layers")) {
      if (layers.size() == MAX_LAYERS) {
        throw new ImageException("the image has more than " + MAX_LAYERS + " layers");
      }
      layers.add(blob(each));
    }
    return new ImageManifest(config.digest(), config.size(), layers);
  }

  private static Blob blob(JsonNode json) throws ImageException {
    long size = json.path("size").asLong(-1);
    if (size < 0) {
      throw new ImageException("a manifest names content without its size");
    }
    return new Blob(Digest.parse(json.path("digest").asText()), size);
  }
}
