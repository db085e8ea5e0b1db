package dev.muster.testing;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * A Java program that a test starts as a process of its own, on the same JVM as the test, which is
 * told that it will not live long.
 *
 * @param flags what the JVM is told besides
 * @param main the class whose main method it is
 */
public record JavaProgram(List<String> flags, String classPath, String main) {
  private static final List<String> SHORT_LIVED =
      List.of(
          "-XX:TieredStopAtLevel=1",
          "-XX:+UseSerialGC",
          "--enable-native-access=ALL-UNNAMED",
          "--sun-misc-unsafe-memory-access=allow");

  /** What the test's own JVM prefers where it encrypts. */
  private static Stream<String> ciphers() {
    return Stream.of("jdk.tls.server.cipherSuites", "jdk.tls.client.cipherSuites")
        .filter(name -> System.getProperty(name) != null)
        .map(name -> "-D" + name + "=" + System.getProperty(name));
  }

  public JavaProgram {
    flags = List.copyOf(flags);
  }

  /** Of the classes that the test has. */
  public static JavaProgram of(Class<?> main) {
    return new JavaProgram(List.of(), System.getProperty("java.class.path"), main.getName());
  }

  public JavaProgram with(String... more) {
    return new JavaProgram(
        Stream.concat(flags.stream(), Stream.of(more)).toList(), classPath, main);
  }

  /** Of the classes in a jar. */
  public JavaProgram in(Path jar) {
    return new JavaProgram(flags, jar.toString(), main);
  }

  /** The words of the command. */
  public List<String> words(String... arguments) {
    return Stream.of(
            Stream.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()),
            SHORT_LIVED.stream(),
            ciphers(),
            flags.stream(),
            Stream.of("-cp", classPath, main),
            Stream.of(arguments))
        .flatMap(words -> words)
        .toList();
  }

  public ProcessBuilder command(String... arguments) {
    return new ProcessBuilder(words(arguments));
  }
}
