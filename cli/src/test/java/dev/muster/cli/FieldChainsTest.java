package dev.muster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FieldChainsTest {
  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a.path('spec').path('nodeName').asText()",
        "a.path('spec').path('containers').path(0).path('image')",
        "a.path('metadata').path('annotations').path('example.com/a')",
        "a.at('/spec/containers/0/securityContext/runAsUser')",
        "a.get('spec', 'template', 'spec', 'nodeName')",
        "a.put('kind', kind()).putObject('spec').put('nodeName', name('x')).put('hostIPC', true)",
        "a.path('object').path('anything').path('at').path('all')",
        "for (JsonNode one : a.path('containers')) { one.path('image'); }",
        "spec.tree().path('nodeName')",
        "spec.containers().get(0).tree().path('image')",
        "Pod.of(a).spec().tree().has('nodeName')",
        "pod.path('spec').path('nodeName')",
        "ours.get('nothing').path('spec')",
      })
  void passesAFieldOfAType(String code) throws IOException {
    assertThat(faults(code)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          a.path('spec').path('nodName') | spec/nodName
          a.path('status').path('runAsUser') | status/runAsUser
          a.path('spec').path('containers').path('image') | containers/image
          a.at('/spec/containers/0/image/name') | image/name
          a.get('spec', 'phase') | spec/phase
          a.put('kind', kind()).putObject('spec').put('phase', x) | spec/phase
          for (JsonNode one : a.path('containers')) { one.path('phase'); } | containers/phase
          JsonNode one = a.path('containers'); one.path('image'); | containers/image
          if (a.path('spec') instanceof ObjectNode one) { one.remove('phase'); } | spec/phase
          a.path('nodeName'); a.path('containerID'); | a/containerID
          spec.tree().path('phase') | PodSpec/phase
          spec.containers().get(0).tree().path('phase') | containers/phase
          Pod.of(a).spec().tree().has('phase') | spec/phase
          pod.path('spec').path('replicas') | spec/replicas
          """)
  void findsAFieldThatItsTypeDoesNotHave(String code, String fault) throws IOException {
    assertThat(faults(code)).containsExactly(fault);
  }

  private Set<String> faults(String code) throws IOException {
    String source =
        """
        import dev.muster.views.CoreV1.Pod;
        import dev.muster.views.CoreV1.PodSpec;
        class Reader {
          void read(JsonNode a, JsonNode pod, PodSpec spec, Map<String, String> ours) {
            %s;
          }
        }
        """
            .formatted(code.replace('\'', '"'));
    Path file = Files.writeString(directory.resolve("Reader.java"), source);
    return FieldChains.faults(List.of(file)).getOrDefault(file, Set.of("not read"));
  }
}
