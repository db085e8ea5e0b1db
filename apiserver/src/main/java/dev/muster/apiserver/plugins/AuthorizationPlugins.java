package dev.muster.apiserver.plugins;

import dev.muster.authz.AuthorizerFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The modes found in jars, by name. Closing it closes what they opened. */
public final class AuthorizationPlugins implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AuthorizationPlugins.class);
  private static final Pattern NAME =
      Pattern.compile("[A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?");

  private record Found(AuthorizerFactory factory, Path place) {}

  private final Map<String, Found> byName = new TreeMap<>();
  private final List<AutoCloseable> opened = new ArrayList<>();

  private AuthorizationPlugins() {}

  /**
   * Looks into every place.
   *
   * @param taken names of modes that plugins must not have
   * @throws PluginException with the place and what is wrong there
   */
  public static AuthorizationPlugins find(List<Path> places, List<String> taken) {
    AuthorizationPlugins plugins = new AuthorizationPlugins();
    try {
      for (Path place : places) {
        plugins.look(place, taken);
      }
      return plugins;
    } catch (RuntimeException e) {
      plugins.close();
      throw e;
    }
  }

  private void look(Path place, List<String> taken) {
    PluginClassLoader loader =
        new PluginClassLoader("authorization-plugin:" + place, PluginJars.at(place));
    opened.add(loader);
    int before = byName.size();
    try {
      for (AuthorizerFactory factory : ServiceLoader.load(AuthorizerFactory.class, loader)) {
        add(factory, place, taken);
      }
    } catch (ServiceConfigurationError | LinkageError e) {
      throw broken(place, e);
    }
    if (byName.size() == before) {
      throw new PluginException(
          "--authorization-plugin-path: no authorization module in "
              + place
              + ": a jar names its own in META-INF/services/"
              + AuthorizerFactory.class.getName());
    }
  }

  private void add(AuthorizerFactory factory, Path place, List<String> taken) {
    String name = nameOf(factory, place);
    if (!NAME.matcher(name).matches()) {
      throw new PluginException(
          "--authorization-plugin-path: \""
              + name
              + "\" in "
              + place
              + " is no name for a mode: use letters, digits, '.', '_' and '-'");
    }
    if (taken.contains(name)) {
      throw new PluginException(
          "--authorization-plugin-path: the module in "
              + place
              + " has the name of a mode of ours, \""
              + name
              + "\"");
    }
    Found other = byName.putIfAbsent(name, new Found(factory, place));
    if (other != null) {
      throw new PluginException(
          "--authorization-plugin-path: two modules with the name \""
              + name
              + "\", in "
              + other.place
              + " and in "
              + place);
    }
  }

  private static String nameOf(AuthorizerFactory factory, Path place) {
    try {
      return String.valueOf(factory.name());
    } catch (RuntimeException e) {
      throw broken(place, e);
    }
  }

  private static PluginException broken(Path place, Throwable e) {
    Throwable cause = e.getCause() == null ? e : e.getCause();
    String why = e.getMessage() == null ? cause.toString() : e.getMessage();
    if (cause != e && !why.contains(cause.toString())) {
      why += ": " + cause;
    }
    return new PluginException(
        "--authorization-plugin-path: the module in " + place + " cannot be loaded: " + why, e);
  }

  public Set<String> names() {
    return Collections.unmodifiableSet(byName.keySet());
  }

  /**
   * Makes the authorizer of a mode that was found.
   *
   * @throws PluginException if the module fails to
   */
  public PluginAuthorizer create(String name, FailurePolicy onFailure) {
    Found found = byName.get(name);
    if (found == null) {
      throw new IllegalStateException("no plugin " + name);
    }
    try {
      PluginAuthorizer made = new PluginAuthorizer(name, found.factory.create(), onFailure);
      opened.addFirst(made);
      return made;
    } catch (Exception | LinkageError e) {
      throw new PluginException(
          "authorization-mode \"" + name + "\" from " + found.place + " does not start: " + e, e);
    }
  }

  @Override
  public void close() {
    for (AutoCloseable one : opened) {
      try {
        one.close();
      } catch (Exception e) {
        LOG.error("{} cannot be closed", one.getClass().getSimpleName(), e);
      }
    }
  }
}
