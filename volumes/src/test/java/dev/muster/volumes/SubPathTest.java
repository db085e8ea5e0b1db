package dev.muster.volumes;

import static dev.muster.volumes.FileModesTest.mode;
import static dev.muster.volumes.FileModesTest.owner;
import static dev.muster.volumes.TestNode.json;
import static dev.muster.volumes.TestNode.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.volumes.ContainerMount.Propagation;
import dev.muster.volumes.ContainerMount.RecursiveReadOnly;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Mounts of containers, and parts of volumes that cannot leave them. */
class SubPathTest {
  @TempDir Path temp;
  private TestNode node;
  private ObjectNode pod = pod("");

  @BeforeEach
  void start() throws Exception {
    node = new TestNode(Files.createDirectory(temp.resolve("node")));
    node.configMap("conf", "a.conf", "one");
    pod = pod("{'name': 'd', 'emptyDir': {}}, {'name': 'c', 'configMap': {'name': 'conf'}}");
    node.setUp(pod);
  }

  @AfterEach
  void close() throws Exception {
    node.close();
  }

  private List<ContainerMount> mounts(String volumeMounts) throws VolumeException {
    ((ObjectNode) pod.at("/spec/containers/0")).set("volumeMounts", json("[" + volumeMounts + "]"));
    return node.volumes.mounts(pod, pod.at("/spec/containers/0"), Map.of("NAME", "x", "EMPTY", ""));
  }

  @Test
  void wholeVolumesAreMountedFromWhereTheyLie() throws Exception {
    assertThat(
            mounts(
                """
                {'name': 'd', 'mountPath': '/data', 'mountPropagation': 'HostToContainer'},
                {'name': 'c', 'mountPath': 'etc/c', 'readOnly': true, 'recursiveReadOnly': 'IfPossible'}
                """))
        .containsExactly(
            new ContainerMount(
                "d",
                node.volume("empty-dir", "d"),
                "/data",
                false,
                RecursiveReadOnly.DISABLED,
                Propagation.HOST_TO_CONTAINER,
                false),
            new ContainerMount(
                "c",
                node.volume("configmap", "c"),
                "/etc/c",
                true,
                RecursiveReadOnly.IF_POSSIBLE,
                Propagation.NONE,
                false));
  }

  @Test
  void aFileOfAConfigMapStaysTheOneThatWasMounted() throws Exception {
    ContainerMount mount =
        mounts("{'name': 'c', 'mountPath': '/etc/a.conf', 'subPath': 'a.conf'}").getFirst();
    assertThat(mount.subPath()).isTrue();
    assertThat(mount.readOnly()).isTrue();
    assertThat(mount.hostPath()).isRegularFile().hasContent("one");
    node.configMap("conf", "a.conf", "two");
    node.setUp(pod);
    assertThat(mount.hostPath()).hasContent("one");
    assertThat(
            mounts("{'name': 'c', 'mountPath': '/etc/a.conf', 'subPath': 'a.conf'}")
                .getFirst()
                .hostPath())
        .as("when the container starts again")
        .hasContent("two");
  }

  @Test
  void aMissingPartBecomesADirectoryLikeTheVolume() throws Exception {
    Files.setAttribute(node.volume("empty-dir", "d"), "unix:mode", 03770);
    Files.setAttribute(node.volume("empty-dir", "d"), "unix:gid", 4321);
    ContainerMount mount =
        mounts("{'name': 'd', 'mountPath': '/data', 'subPathExpr': 'a/$(NAME)/$$(NAME)'}")
            .getFirst();
    Path made = node.volume("empty-dir", "d").resolve("a/x/$(NAME)");
    assertThat(mode(made)).isEqualTo("3770");
    assertThat(owner(made)).isEqualTo("0:4321");
    Files.writeString(made.resolve("file"), "seen");
    assertThat(mount.hostPath().resolve("file")).hasContent("seen");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "'subPath': '/etc'         | error SubPath `/etc` must not be an absolute path",
        "'subPath': 'a/../../b'    | unable to provision SubPath `a/../../b`: must not contain '..'",
        "'subPathExpr': '$(X)-$(EMPTY)' | missing value for EMPTY, X",
        "'subPath': 'up'           | failed to create subPath directory for volumeMount \"d\" of container \"main\"",
        "'subPath': 'absolute/x'   | failed to create subPath directory for volumeMount \"d\" of container \"main\"",
        "'subPath': 'proc'         | failed to create subPath directory for volumeMount \"d\" of container \"main\"",
        "'subPath': 'deep/up/x'    | failed to create subPath directory for volumeMount \"d\" of container \"main\"",
        "'subPath': 'loop'         | failed to create subPath directory for volumeMount \"d\" of container \"main\"",
        "'subPath': 'file/x'       | failed to create subPath directory for volumeMount \"d\" of container \"main\""
      })
  void noWayOut(String subPath, String message) throws Exception {
    Path volume = node.volume("empty-dir", "d");
    Path outside = Files.createDirectory(temp.resolve("outside"));
    Files.createDirectory(volume.resolve("deep"));
    Files.writeString(volume.resolve("file"), "");
    Files.createSymbolicLink(volume.resolve("up"), Path.of("../../../../../../outside"));
    Files.createSymbolicLink(volume.resolve("deep/up"), Path.of("../.."));
    Files.createSymbolicLink(volume.resolve("absolute"), outside);
    Files.createSymbolicLink(volume.resolve("proc"), Path.of("/proc/self/root"));
    Files.createSymbolicLink(volume.resolve("loop"), Path.of("loop"));
    assertThatThrownBy(() -> mounts("{'name': 'd', 'mountPath': '/x', %s}".formatted(subPath)))
        .isInstanceOf(VolumeException.class)
        .hasMessage(message);
    assertThat(outside).isEmptyDirectory();
  }

  /**
   * Swaps a directory for a link out of the volume all the while; what is bound is never outside.
   */
  @Test
  void noRaceLeadsOut() throws Exception {
    Path volume = node.volume("empty-dir", "d");
    Path outside = Files.createDirectories(temp.resolve("outside/sub"));
    Files.writeString(outside.resolve("secret"), "");
    Files.createDirectories(volume.resolve("real/sub"));
    Path swapped = volume.resolve("swapped");
    AtomicBoolean end = new AtomicBoolean();
    Thread swapping =
        Thread.ofPlatform()
            .start(
                () -> {
                  for (int i = 0; !end.get(); i++) {
                    try {
                      Files.createSymbolicLink(swapped, temp.resolve("outside"));
                      Files.delete(swapped);
                      Files.move(volume.resolve("real"), swapped);
                      Files.move(swapped, volume.resolve("real"));
                    } catch (IOException e) {
                      // the node made the directory in between: out of the way with it
                      swapped.toFile().renameTo(volume.resolve("made-" + i).toFile());
                    }
                  }
                });
    int bound = 0;
    for (int i = 0; i < 300 || bound == 0 && i < 100_000; i++) {
      try {
        Path host =
            mounts("{'name': 'd', 'mountPath': '/x', 'subPath': 'swapped/sub'}")
                .getFirst()
                .hostPath();
        assertThat(host.resolve("secret")).doesNotExist();
        bound++;
      } catch (VolumeException e) {
        assertThat(e).hasMessageContaining("subPath");
      }
    }
    end.set(true);
    swapping.join();
    assertThat(bound).isPositive();
    assertThat(outside.resolve("secret")).exists();
  }

  @Test
  void aVolumeThatIsNotThereIsNamed() {
    assertThatThrownBy(() -> mounts("{'name': 'x', 'mountPath': '/x'}"))
        .hasMessage("cannot find volume \"x\" to mount into container \"main\"");
  }

  @Test
  void aVolumeInsideAReadOnlyOneFindsItsDirectory() throws Exception {
    ((ObjectNode) pod.at("/spec/containers/0"))
        .set(
            "volumeMounts",
            json(
                "[{'name': 'c', 'mountPath': '/etc/c'}, {'name': 'd', 'mountPath': '/etc/c/in/d'}]"));
    node.setUp(pod);
    node.setUp(pod);
    assertThat(node.volume("configmap", "c").resolve("in/d")).isEmptyDirectory();
    assertThat(node.volume("configmap", "c").resolve("a.conf")).hasContent("one");
  }
}
