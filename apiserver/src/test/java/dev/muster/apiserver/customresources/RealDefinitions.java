package dev.muster.apiserver.customresources;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/** Definitions that other projects wrote and published, as they stand in their artifacts. */
public final class RealDefinitions {
  private static final String FOLDER = "META-INF/fabric8/";
  private static final String ENDING = "-v1.yml";

  /** One of each artifact. */
  private static final List<String> SAMPLES =
      List.of("flinkdeployments.flink.apache.org", "debeziumservers.debezium.io");

  private RealDefinitions() {}

  /** The names of all. */
  static Stream<String> names() {
    return SAMPLES.stream().flatMap(RealDefinitions::beside);
  }

  /** A definition's YAML. */
  public static String yaml(String name) {
    try (InputStream in = url(name).openStream()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static URL url(String name) {
    URL found = RealDefinitions.class.getResource("/" + FOLDER + name + ENDING);
    if (found == null) {
      throw new IllegalStateException("no definition of " + name);
    }
    return found;
  }

  private static Stream<String> beside(String sample) {
    try {
      JarURLConnection connection =
          (JarURLConnection) URI.create(url(sample).toString()).toURL().openConnection();
      connection.setUseCaches(false);
      try (JarFile jar = connection.getJarFile()) {
        return jar.stream()
            .map(entry -> entry.getName())
            .filter(name -> name.startsWith(FOLDER) && name.endsWith(ENDING))
            .map(name -> name.substring(FOLDER.length(), name.length() - ENDING.length()))
            .toList()
            .stream();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
