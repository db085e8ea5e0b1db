package dev.muster.apiserver.server;

import java.nio.file.Path;

/**
 * How a server is to run. Names follow kube-apiserver's flags.
 *
 * @param data the data directory: store, keys, certificates
 */
public record ServerConfig(
    Path data,
    Serving serving,
    Authentication authentication,
    Authorization authorization,
    Admission admission,
    Background background) {

  /** A server in a directory, with what is usual. */
  public static ServerConfig in(Path data) {
    return new ServerConfig(
        data,
        Serving.usual(),
        Authentication.usual(),
        Authorization.usual(),
        Admission.usual(),
        Background.none());
  }

  public ServerConfig with(Serving other) {
    return new ServerConfig(data, other, authentication, authorization, admission, background);
  }

  public ServerConfig with(Authentication other) {
    return new ServerConfig(data, serving, other, authorization, admission, background);
  }

  public ServerConfig with(Authorization other) {
    return new ServerConfig(data, serving, authentication, other, admission, background);
  }

  public ServerConfig with(Admission other) {
    return new ServerConfig(data, serving, authentication, authorization, other, background);
  }

  public ServerConfig with(Background other) {
    return new ServerConfig(data, serving, authentication, authorization, admission, other);
  }

  /** On a port; 0 for any free one. */
  public ServerConfig onPort(int port) {
    return with(serving.onPort(port));
  }
}
