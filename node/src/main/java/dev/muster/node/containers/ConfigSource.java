package dev.muster.node.containers;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.Optional;

/** Objects that pods name, as the API server has them now. */
public interface ConfigSource {
  /** Empty if there is none. */
  Optional<ObjectNode> configMap(String namespace, String name) throws IOException;

  Optional<ObjectNode> secret(String namespace, String name) throws IOException;

  Optional<ObjectNode> runtimeClass(String name) throws IOException;
}
