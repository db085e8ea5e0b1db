package dev.muster.apiserver.server;

import dev.muster.kinds.features.ApiFeatures;
import dev.muster.model.scheme.RuntimeConfig;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * How a server is to run. Names follow kube-apiserver's flags.
 *
 * @param data the data directory: store, keys, certificates
 * @param features the version and features of Kubernetes that are served
 * @param runtimeConfig which API versions are served
 */
public record ServerConfig(
    Path data,
    Serving serving,
    Authentication authentication,
    Authorization authorization,
    Admission admission,
    ApiFeatures features,
    RuntimeConfig runtimeConfig,
    Auditing auditing,
    Background background,
    Limits limits,
    Storage storage) {

  /** A server in a directory, with what is usual. */
  public static ServerConfig in(Path data) {
    return new ServerConfig(
        data,
        Serving.defaults(),
        Authentication.defaults(),
        Authorization.defaults(),
        Admission.defaults(),
        ApiFeatures.defaults(),
        RuntimeConfig.NONE,
        Auditing.off(),
        Background.none(),
        Limits.defaults(),
        Storage.embedded());
  }

  public ServerConfig with(Serving other) {
    return changed(parts -> parts.serving = other);
  }

  public ServerConfig with(Authentication other) {
    return changed(parts -> parts.authentication = other);
  }

  public ServerConfig with(Authorization other) {
    return changed(parts -> parts.authorization = other);
  }

  public ServerConfig with(Admission other) {
    return changed(parts -> parts.admission = other);
  }

  public ServerConfig with(ApiFeatures other) {
    return changed(parts -> parts.features = other);
  }

  public ServerConfig with(RuntimeConfig other) {
    return changed(parts -> parts.runtimeConfig = other);
  }

  public ServerConfig with(Auditing other) {
    return changed(parts -> parts.auditing = other);
  }

  public ServerConfig with(Background other) {
    return changed(parts -> parts.background = other);
  }

  public ServerConfig with(Limits other) {
    return changed(parts -> parts.limits = other);
  }

  public ServerConfig with(Storage other) {
    return changed(parts -> parts.storage = other);
  }

  /** On a port; 0 for any free one. */
  public ServerConfig onPort(int port) {
    return with(serving.onPort(port));
  }

  /**
   * Whatever else is configured, a node gets at what is its own, and at nothing more: mode Node has
   * no opinion on others' requests.
   */
  public ServerConfig admittingNodes() {
    List<String> modes = new ArrayList<>(authorization.modes());
    if (!modes.contains("Node")) {
      modes.addFirst("Node");
    }
    Set<String> plugins = new LinkedHashSet<>(admission.enabled());
    if (!admission.disabled().contains("NodeRestriction")) {
      plugins.add("NodeRestriction");
    }
    return with(authorization.withModes(modes)).with(admission.enabling(plugins));
  }

  private ServerConfig changed(Consumer<Parts> change) {
    Parts parts = new Parts(this);
    change.accept(parts);
    return parts.together();
  }

  /** A configuration that is being changed. */
  private static final class Parts {
    private final Path data;
    private Serving serving;
    private Authentication authentication;
    private Authorization authorization;
    private Admission admission;
    private ApiFeatures features;
    private RuntimeConfig runtimeConfig;
    private Auditing auditing;
    private Background background;
    private Limits limits;
    private Storage storage;

    Parts(ServerConfig of) {
      data = of.data;
      serving = of.serving;
      authentication = of.authentication;
      authorization = of.authorization;
      admission = of.admission;
      features = of.features;
      runtimeConfig = of.runtimeConfig;
      auditing = of.auditing;
      background = of.background;
      limits = of.limits;
      storage = of.storage;
    }

    ServerConfig together() {
      return new ServerConfig(
          data,
          serving,
          authentication,
          authorization,
          admission,
          features,
          runtimeConfig,
          auditing,
          background,
          limits,
          storage);
    }
  }
}
