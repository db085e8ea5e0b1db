package dev.muster.runtime.docker;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/** A docker engine, as far as accounts of containers go. */
public interface Engine {

  /**
   * Makes a container.
   *
   * @param securityOptions for {@code HostConfig.SecurityOpt}
   * @return its id
   */
  String create(List<String> securityOptions) throws IOException;

  /** Starts it; the engine reads the credential spec now. */
  void start(String id) throws IOException;

  /** Removes it; no error if it is gone. */
  void remove(String id) throws IOException;

  /** The credential spec option of each container that was created and not started, by id. */
  Map<String, String> waiting() throws IOException;
}
