package dev.muster.volumes;

import static dev.muster.volumes.FileModesTest.mode;
import static dev.muster.volumes.FileModesTest.owner;
import static dev.muster.volumes.TestNode.json;
import static dev.muster.volumes.TestNode.pod;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.linux.Mounts;
import dev.muster.linux.StatFs;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Empty directories and paths of the host. */
class DirectoriesTest {
  @TempDir Path temp;
  private TestNode node;

  @BeforeEach
  void start() throws Exception {
    node = new TestNode(Files.createDirectory(temp.resolve("node")));
  }

  @AfterEach
  void close() throws Exception {
    node.close();
  }

  @Test
  void anEmptyDirIsOpenToAllAndBelongsToTheGroup() throws Exception {
    ObjectNode pod =
        pod("{'name': 'd', 'emptyDir': {}}, {'name': 'm', 'emptyDir': {'medium': 'Memory'}}");
    ((ObjectNode) pod.at("/spec/securityContext")).put("fsGroup", 4321L);
    node.setUp(pod);
    assertThat(mode(node.volume("empty-dir", "d"))).isEqualTo("2777");
    assertThat(owner(node.volume("empty-dir", "d"))).isEqualTo("0:4321");
    assertThat(mode(node.volume("empty-dir", "m"))).isEqualTo("3777");
    assertThat(owner(node.volume("empty-dir", "m"))).isEqualTo("0:4321");
  }

  @Test
  void onceSetUpAnEmptyDirIsThePodsOwn() throws Exception {
    var pod = pod("{'name': 'd', 'emptyDir': {}}, {'name': 'm', 'emptyDir': {'medium': 'Memory'}}");
    node.setUp(pod);
    for (String name : new String[] {"d", "m"}) {
      Path volume = node.volume("empty-dir", name);
      Files.writeString(volume.resolve("file"), "mine");
      Files.setAttribute(volume, "unix:mode", 0700);
    }
    node.setUp(pod);
    for (String name : new String[] {"d", "m"}) {
      assertThat(node.volume("empty-dir", name).resolve("file")).hasContent("mine");
      assertThat(mode(node.volume("empty-dir", name))).isEqualTo("700");
    }
  }

  @Test
  void afterARebootTheMemoryIsMadeAnew() throws Exception {
    ObjectNode pod = pod("{'name': 'm', 'emptyDir': {'medium': 'Memory'}}");
    ((ObjectNode) pod.at("/spec/securityContext")).put("fsGroup", 4321L);
    node.setUp(pod);
    Mounts.detach(node.volume("empty-dir", "m"));
    node.setUp(pod);
    assertThat(StatFs.of(node.volume("empty-dir", "m")).isTmpfs()).isTrue();
    assertThat(owner(node.volume("empty-dir", "m"))).isEqualTo("0:4321");
  }

  /** The size of a memory volume: the smallest of node (8Gi), pod and volume. */
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "the node       | {}                                        | {}    | 8589934592",
        "the volume     | {'sizeLimit': '64Ki'}                     | {}    | 65536",
        "the pod        | {'sizeLimit': '1Gi'}                      | {'limits': {'memory': '1Mi'}} | 1048576",
        "the volume too | {'sizeLimit': '64Ki'}                     | {'limits': {'memory': '1Mi'}} | 65536",
        "no limit of 0  | {'sizeLimit': '0'}                        | {}    | 8589934592"
      })
  void sizes(String name, String source, String resources, long expected) throws Exception {
    ObjectNode pod = pod("{'name': 'm', 'emptyDir': %s}".formatted(source));
    ((ObjectNode) pod.at("/spec/volumes/0/emptyDir")).put("medium", "Memory");
    ((ObjectNode) pod.at("/spec/containers/0")).set("resources", json(resources));
    node.setUp(pod);
    StatFs room = StatFs.of(node.volume("empty-dir", "m"));
    assertThat(room.blocks() * room.blockSize()).isEqualTo(expected);
  }

  @ParameterizedTest(name = "{0} as {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "dir     | Directory         | ok",
        "file    | Directory         | a directory",
        "gone    | Directory         | a directory",
        "gone    | DirectoryOrCreate | ok",
        "new/dir | DirectoryOrCreate | ok",
        "file    | DirectoryOrCreate | a directory",
        "file    | File              | ok",
        "dir     | File              | a file",
        "gone    | File              | a file",
        "gone    | FileOrCreate      | ok",
        "dir     | FileOrCreate      | a file",
        "socket  | Socket            | ok",
        "file    | Socket            | a socket file",
        "/dev/null | CharDevice      | ok",
        "file    | CharDevice        | a character device",
        "/dev/null | BlockDevice     | a block device",
        "gone    | ~~                | ok"
      })
  void hostPathTypes(String path, String type, String expected) throws Exception {
    Files.createDirectory(temp.resolve("dir"));
    Files.writeString(temp.resolve("file"), "");
    try (ServerSocketChannel socket = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      socket.bind(UnixDomainSocketAddress.of(temp.resolve("socket")));
      Path host = temp.resolve(path);
      ObjectNode pod = pod("{'name': 'h', 'hostPath': {}}");
      ((ObjectNode) pod.at("/spec/volumes/0/hostPath"))
          .put("path", host.toString())
          .put("type", type);
      if (expected.equals("ok")) {
        node.setUp(pod);
        if (type.endsWith("OrCreate")) {
          assertThat(mode(host)).isEqualTo(type.startsWith("File") ? "644" : "755");
        }
      } else {
        assertThat(node.failure(pod))
            .isEqualTo(
                "MountVolume.SetUp failed for volume \"h\" : hostPath type check failed: %s is not %s"
                    .formatted(host, expected));
      }
    }
  }

  @Test
  void tearDownRemovesWhatContainersLeftButNothingOfTheHost() throws Exception {
    Path host = Files.createDirectory(temp.resolve("host"));
    Files.writeString(host.resolve("kept"), "");
    node.secret("keys", "a", "1");
    node.setUp(
        pod(
            """
            {'name': 'd', 'emptyDir': {}}, {'name': 's', 'secret': {'secretName': 'keys'}},
            {'name': 'h', 'hostPath': {'path': '%s'}}
            """
                .formatted(host)));
    Path dir = node.volume("empty-dir", "d");
    Files.createDirectories(dir.resolve("deep/er"));
    Files.createSymbolicLink(dir.resolve("deep/out"), host);
    Path others = node.root.resolve("pods/uid-1/containers/main");
    Files.createDirectories(others);
    node.volumes.tearDown("uid-1");
    assertThat(node.root.resolve("pods/uid-1/volumes")).doesNotExist();
    assertThat(others).as("is not the volumes'").exists();
    Files.delete(others);
    Files.delete(others.getParent());
    node.volumes.tearDown("uid-1");
    node.volumes.tearDown("uid-1");
    assertThat(node.volumes.podUids()).isEmpty();
    assertThat(host.resolve("kept")).exists();
    assertThat(node.root.resolve("pods")).isEmptyDirectory();
  }
}
