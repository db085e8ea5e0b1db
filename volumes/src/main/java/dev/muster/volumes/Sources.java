package dev.muster.volumes;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/**
 * Where the contents of volumes come from. Thread-safe. Objects are the trees of the API; an empty
 * answer says that the object does not exist, an exception that it cannot be told now.
 */
public interface Sources {
  /** A secret. */
  Optional<JsonNode> secret(String namespace, String name) throws VolumeException;

  /** A config map. */
  Optional<JsonNode> configMap(String namespace, String name) throws VolumeException;

  /** A token that is valid now; another one than last time once it has been rotated. */
  String serviceAccountToken(TokenSpec spec) throws VolumeException;

  /** The PEM of one bundle, or of all of a signer that the selector picks. */
  Optional<String> trustBundle(TrustBundleSpec spec) throws VolumeException;

  /** The node's allocatable resources (a resource list), limits where a container sets none. */
  JsonNode allocatable();
}
