package dev.muster.apiserver.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.apiserver.running.MostlyWaits;
import dev.muster.testing.JavaProgram;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * No list or map that an object can have makes the server work in proportion to the square of its
 * length: not to decode, default, admit, check, own, merge or store it, whatever is in it. What is
 * counted is turns of loops and bytes of memory, not time.
 */
@MostlyWaits
class HostileListsTest {
  /** Some of each sort; {@code SCOPE=DECLARED bench/run-sweep} looks at all, for two minutes. */
  private static final String KINDS =
      "ConfigMap|Endpoints|ResourceQuota|ServiceCIDR|NetworkPolicy|ClusterRole|PodSecurityPolicy|APIService";

  @TempDir Path directory;

  @Test
  void noListMakesWorkGrowWithItsSquare() throws Exception {
    assertThat(sweep(SweepScope.DECLARED, KINDS)).doesNotContain("SQUARE").contains("squares 0");
  }

  private String sweep(SweepScope scope, String kinds) throws IOException {
    Process process =
        JavaProgram.of(Sweep.class)
            .with("-Xmx1g", "-javaagent:" + agent())
            .command(scope.name(), kinds)
            .redirectErrorStream(true)
            .start();
    try (InputStream out = process.getInputStream()) {
      return new String(out.readAllBytes(), StandardCharsets.UTF_8);
    } finally {
      process.destroyForcibly();
    }
  }

  /** The counter is a jar of its own, since the boot loader has to find it and nothing else. */
  private Path agent() throws IOException {
    jar("turns.jar", new Manifest(), List.of(Turns.class));
    Manifest manifest = new Manifest();
    Attributes main = manifest.getMainAttributes();
    main.putValue("Manifest-Version", "1.0");
    main.putValue("Premain-Class", TurnAgent.class.getName());
    main.putValue("Can-Retransform-Classes", "true");
    main.putValue("Boot-Class-Path", "turns.jar");
    return jar("agent.jar", manifest, List.of());
  }

  private Path jar(String name, Manifest manifest, List<Class<?>> classes) throws IOException {
    Path jar = directory.resolve(name);
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file, manifest)) {
      for (Class<?> each : classes) {
        String entry = each.getName().replace('.', '/') + ".class";
        out.putNextEntry(new JarEntry(entry));
        try (InputStream in = each.getResourceAsStream("/" + entry)) {
          Objects.requireNonNull(in).transferTo(out);
        }
        out.closeEntry();
      }
    }
    return jar;
  }
}
