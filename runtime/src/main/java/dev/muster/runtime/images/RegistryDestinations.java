package dev.muster.runtime.images;

import dev.muster.base.go.GoText;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.util.Locale;

/**
 * Where one registry may send its clients: to servers with TLS, or without it to those that were
 * named for that. Never to this node itself or to its neighbours on the link, where services like a
 * cloud's metadata trust whoever can reach them, unless the registry is there as well.
 */
final class RegistryDestinations {
  private final RegistrySettings settings;
  private final URI registry;

  RegistryDestinations(RegistrySettings settings, URI registry) {
    this.settings = settings;
    this.registry = registry;
  }

  /** Where a redirect leads. */
  URI redirect(URI from, String location) throws ImageException {
    return checked(from, location, " redirects to ");
  }

  /**
   * A token service.
   *
   * @param secret whether it is to see credentials; then it has to be of the registry's own domain
   */
  URI tokenService(String realm, boolean secret) throws ImageException {
    URI service = checked(registry, realm, " names the token service ");
    if (secret && !isOfSameDomain(service.getHost())) {
      throw new ImageException(
          said(" names the token service ", realm, ", which is of another domain"));
    }
    return service;
  }

  private URI checked(URI from, String written, String words) throws ImageException {
    URI to;
    try {
      to = from.resolve(new URI(written));
    } catch (URISyntaxException e) {
      throw new ImageException(said(words, written, ", which is no address"), e);
    }
    if (to.getHost() == null || to.getUserInfo() != null) {
      throw new ImageException(said(words, written, ", which is no address"));
    }
    boolean named = settings.isPlain(to.getAuthority());
    if (!"https".equals(to.getScheme()) && !(named && "http".equals(to.getScheme()))) {
      throw new ImageException(said(words, written, ", without TLS"));
    }
    if (!named && !to.getHost().equalsIgnoreCase(registry.getHost()) && isNear(to.getHost())) {
      throw new ImageException(said(words, written, ", an address of this node or its link"));
    }
    return to;
  }

  private String said(String words, String written, String why) {
    return "registry " + registry.getAuthority() + words + GoText.brief(written) + why;
  }

  /** Who cannot be found here is not near. */
  private static boolean isNear(String host) {
    try {
      for (InetAddress each : InetAddress.getAllByName(host)) {
        if (each.isLoopbackAddress()
            || each.isLinkLocalAddress()
            || each.isAnyLocalAddress()
            || each.isMulticastAddress()) {
          return true;
        }
      }
    } catch (UnknownHostException e) {
      return false;
    }
    return false;
  }

  /** {@code auth.docker.io} is of the domain of {@code registry-1.docker.io}. */
  private boolean isOfSameDomain(String host) {
    String own = registry.getHost().toLowerCase(Locale.ROOT);
    String other = host.toLowerCase(Locale.ROOT);
    if (other.equals(own)) {
      return true;
    }
    boolean numeric = own.startsWith("[") || own.matches("[0-9.]+");
    String parent = own.substring(own.indexOf('.') + 1);
    return !numeric
        && (other.endsWith("." + own)
            || own.contains(".")
                && parent.contains(".")
                && (other.equals(parent) || other.endsWith("." + parent)));
  }
}
