package dev.muster.apiserver.plugins;

import dev.muster.authz.AuthorizerFactory;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.List;

/** Shows a plugin its own jars, the JDK, and the few packages it shares with the server. */
final class PluginClassLoader extends URLClassLoader {
  static {
    registerAsParallelCapable();
  }

  private static final List<String> SHARED = List.of("dev.muster.authz.", "org.slf4j.");

  private final ClassLoader server = AuthorizerFactory.class.getClassLoader();

  PluginClassLoader(String name, URL[] jars) {
    super(name, jars, ClassLoader.getPlatformClassLoader());
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    for (String shared : SHARED) {
      if (name.startsWith(shared)) {
        return server.loadClass(name);
      }
    }
    return super.loadClass(name, resolve);
  }
}
