package dev.muster.apiserver.server;

import dev.muster.api.features.ApiTraits;
import java.nio.file.Path;

/**
 * How a server is to run. Names follow kube-apiserver's flags.
 *
 * @param data the data directory: store, keys, certificates
 * @param traits the version and features of Kubernetes that are served
 */
public record ServerConfig(
    Path data,
    Serving serving,
    Authentication authentication,
    Authorization authorization,
    Admission admission,
    ApiTraits traits,
    Background background) {

  /** A server in a directory, with what is usual. */
  public static ServerConfig in(Path data) {
    return new ServerConfig(
        data,
        Serving.usual(),
        Authentication.usual(),
        Authorization.usual(),
        Admission.usual(),
        ApiTraits.usual(),
        Background.none());
  }

  public ServerConfig with(Serving other) {
    return new ServerConfig(
        data, other, authentication, authorization, admission, traits, background);
  }

  public ServerConfig with(Authentication other) {
    return new ServerConfig(data, serving, other, authorization, admission, traits, background);
  }

  public ServerConfig with(Authorization other) {
    return new ServerConfig(data, serving, authentication, other, admission, traits, background);
  }

  public ServerConfig with(Admission other) {
    return new ServerConfig(
        data, serving, authentication, authorization, other, traits, background);
  }

  public ServerConfig with(ApiTraits other) {
    return new ServerConfig(
        data, serving, authentication, authorization, admission, other, background);
  }

  public ServerConfig with(Background other) {
    return new ServerConfig(data, serving, authentication, authorization, admission, traits, other);
  }

  /** On a port; 0 for any free one. */
  public ServerConfig onPort(int port) {
    return with(serving.onPort(port));
  }
}
