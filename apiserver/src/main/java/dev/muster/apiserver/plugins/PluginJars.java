package dev.muster.apiserver.plugins;

import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/** The jars at one place of {@code --authorization-plugin-path}: one, or those of a directory. */
final class PluginJars {
  private PluginJars() {}

  static URL[] at(Path place) {
    List<URL> urls = new ArrayList<>();
    for (Path jar : jars(place)) {
      // a class loader would pass over a broken jar in silence
      try (JarFile readable = new JarFile(jar.toFile(), true)) {
        readable.getManifest();
        urls.add(url(jar));
      } catch (IOException | SecurityException e) {
        throw new PluginException(
            "--authorization-plugin-path: " + jar + " is not a jar: " + e.getMessage(), e);
      }
    }
    return urls.toArray(URL[]::new);
  }

  private static List<Path> jars(Path place) {
    if (Files.isRegularFile(place)) {
      return List.of(place);
    }
    if (!Files.isDirectory(place)) {
      throw new PluginException(
          "--authorization-plugin-path: " + place + " is neither a jar nor a directory of jars");
    }
    try (Stream<Path> files = Files.list(place)) {
      List<Path> jars =
          files.filter(file -> file.getFileName().toString().endsWith(".jar")).sorted().toList();
      if (jars.isEmpty()) {
        throw new PluginException("--authorization-plugin-path: no jars in " + place);
      }
      return jars;
    } catch (IOException e) {
      throw new PluginException("--authorization-plugin-path: cannot read " + place, e);
    }
  }

  private static URL url(Path jar) throws MalformedURLException {
    return jar.toUri().toURL();
  }
}
