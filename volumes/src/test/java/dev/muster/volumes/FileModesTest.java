package dev.muster.volumes;

import static dev.muster.volumes.TestNode.pod;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.linux.Fd;
import dev.muster.linux.OpenFlags;
import dev.muster.linux.Stat;
import dev.muster.linux.StatFs;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The file mode bits proposal, and Kubernetes' rules of fsGroup, as stat sees them. */
class FileModesTest {
  @TempDir Path temp;
  private TestNode node;

  @BeforeEach
  void objects() throws Exception {
    node = new TestNode(temp);
    node.secret("keys", "id_rsa", "PRIVATE", "id_rsa.pub", "PUBLIC");
    node.configMap("conf", "a.conf", "a=1");
  }

  @AfterEach
  void close() throws Exception {
    node.close();
  }

  @ParameterizedTest(name = "{0}: {3}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "nothing asked    | ~~                    | ~~            | 644",
        "default mode     | 'defaultMode': 256,   | ~~            | 400",
        "item mode        | ~~                    | , 'mode': 384 | 600",
        "item over default| 'defaultMode': 256,   | , 'mode': 511 | 777",
        "item mode 0      | 'defaultMode': 256,   | , 'mode': 0   | 0",
        "only 0777 counts | 'defaultMode': 4095,  | ~~            | 777",
        "setuid is cut off| ~~                    | , 'mode': 2541| 755"
      })
  void modesOfItems(String name, String defaultMode, String mode, String expected)
      throws Exception {
    node.setUp(
        pod(
            "{'name': 'v', 'secret': {'secretName': 'keys', %s 'items': [{'key': 'id_rsa', 'path': 'deep/er/id'%s}]}}"
                .formatted(defaultMode, mode)));
    Path volume = node.volume("secret", "v");
    assertThat(mode(volume.resolve("deep/er/id"))).isEqualTo(expected);
    assertThat(mode(volume.resolve("deep/er"))).as("directories").isEqualTo("755");
    assertThat(mode(volume.resolve("deep"))).as("directories").isEqualTo("755");
    assertThat(volume.resolve("id_rsa.pub")).doesNotExist();
  }

  @Test
  void theLayoutIsLinksThroughData() throws Exception {
    node.setUp(pod("{'name': 'v', 'secret': {'secretName': 'keys', 'defaultMode': 256}}"));
    Path volume = node.volume("secret", "v");
    assertThat(Files.readSymbolicLink(volume.resolve("id_rsa"))).hasToString("..data/id_rsa");
    assertThat(Files.readSymbolicLink(volume.resolve("..data")).toString())
        .matches("\\.\\.\\d{4}(_\\d\\d){5}\\.\\d+");
    assertThat(Files.readString(volume.resolve("id_rsa"))).isEqualTo("PRIVATE");
    assertThat(mode(volume.resolve("id_rsa"))).isEqualTo("400");
    assertThat(mode(volume)).isEqualTo("1777");
    assertThat(volume.toFile().list()).hasSize(4);
  }

  @Test
  void secretsAndTokensLieInMemoryConfigMapsOnDisk() throws Exception {
    node.setUp(
        pod(
            """
            {'name': 's', 'secret': {'secretName': 'keys'}},
            {'name': 'd', 'downwardAPI': {'items': []}},
            {'name': 'p', 'projected': {'sources': []}},
            {'name': 'c', 'configMap': {'name': 'conf'}}
            """));
    assertThat(StatFs.of(node.volume("secret", "s")).isTmpfs()).isTrue();
    assertThat(StatFs.of(node.volume("downward-api", "d")).isTmpfs()).isTrue();
    assertThat(StatFs.of(node.volume("projected", "p")).isTmpfs()).isTrue();
    assertThat(mode(node.volume("configmap", "c"))).isEqualTo("777");
  }

  @Test
  void theGroupOfTheVolumeMayReadWhateverTheModeSays() throws Exception {
    ObjectNode pod =
        pod(
            "{'name': 'v', 'secret': {'secretName': 'keys', 'defaultMode': 256, 'items': [{'key': 'id_rsa', 'path': 'd/id'}]}}");
    ((ObjectNode) pod.at("/spec/securityContext")).put("fsGroup", 4321L);
    node.setUp(pod);
    Path volume = node.volume("secret", "v");
    assertThat(mode(volume.resolve("d/id"))).isEqualTo("440");
    assertThat(owner(volume.resolve("d/id"))).isEqualTo("0:4321");
    assertThat(mode(volume.resolve("d"))).isEqualTo("2755");
    assertThat(owner(volume.resolve("d"))).isEqualTo("0:4321");
    assertThat(mode(volume)).isEqualTo("3777");
    assertThat(owner(volume)).isEqualTo("0:4321");
  }

  @Test
  void anAnnotationKeepsTheExactModeAndSetsTheOwner() throws Exception {
    ObjectNode pod = pod("{'name': 'v', 'secret': {'secretName': 'keys', 'defaultMode': 256}}");
    ((ObjectNode) pod.at("/spec/securityContext")).put("fsGroup", 4321L);
    ObjectNode annotations = (ObjectNode) pod.at("/metadata/annotations");
    Path file = node.volume("secret", "v").resolve("id_rsa");

    annotations.put("exact-mode.volumes.muster.dev/v", "true");
    node.setUp(pod);
    assertThat(mode(file)).isEqualTo("400");
    assertThat(owner(file)).isEqualTo("0:4321");

    annotations.put("file-owner.volumes.muster.dev/v", "1000");
    assertThat(node.setUp(pod).changed()).containsExactly("v");
    assertThat(owner(file)).isEqualTo("1000:4321");

    annotations.put("file-owner.volumes.muster.dev/v", "1000:2000");
    node.setUp(pod);
    assertThat(owner(file)).isEqualTo("1000:2000");
    assertThat(mode(file)).isEqualTo("400");

    annotations.removeAll();
    node.setUp(pod);
    assertThat(mode(file)).isEqualTo("440");
    assertThat(owner(file)).isEqualTo("0:4321");
  }

  /** KEP-5936: the file's own user, else the volume's, else an annotation's, else root. */
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "nothing asked         | ~~                  | ~~            | ~~        | 0:0",
        "default user          | 'defaultUser': 1000,| ~~            | ~~        | 1000:0",
        "own user              | ~~                  | , 'user': 1001| ~~        | 1001:0",
        "own over default      | 'defaultUser': 1000,| , 'user': 1001| ~~        | 1001:0",
        "root is a user too    | 'defaultUser': 1000,| , 'user': 0   | 2000:2000 | 0:2000",
        "over the annotation   | 'defaultUser': 1000,| ~~            | 2000:2000 | 1000:2000",
        "the annotation's else | ~~                  | ~~            | 2000      | 2000:0"
      })
  void theSpecNamesOwners(String name, String all, String own, String annotation, String owner)
      throws Exception {
    String items = "'items': [{'key': 'KEY', 'path': 'deep/id'%s}]".formatted(own);
    ObjectNode pod =
        pod(
            """
            {'name': 's', 'secret': {'secretName': 'keys', %1$s %2$s}},
            {'name': 'c', 'configMap': {'name': 'conf', %1$s %3$s}},
            {'name': 'd', 'downwardAPI': {%1$s 'items': [
               {'path': 'deep/id', 'fieldRef': {'fieldPath': 'metadata.name'}%4$s}]}},
            {'name': 'p', 'projected': {%1$s 'sources': [{'secret': {'name': 'keys', %2$s}}]}}
            """
                .formatted(
                    all, items.replace("KEY", "id_rsa"), items.replace("KEY", "a.conf"), own));
    if (!annotation.isEmpty()) {
      for (String volume : List.of("s", "c", "d", "p")) {
        ((ObjectNode) pod.at("/metadata/annotations"))
            .put("file-owner.volumes.muster.dev/" + volume, annotation);
      }
    }
    node.setUp(pod);
    for (String volume : List.of("secret/s", "configmap/c", "downward-api/d", "projected/p")) {
      Path root = node.volume(volume.split("/")[0], volume.split("/")[1]);
      assertThat(owner(root.resolve("deep/id"))).as(volume).isEqualTo(owner);
      assertThat(owner(root.resolve("deep"))).as("directories of " + volume).isEqualTo("0:0");
    }
  }

  @Test
  void anOwnerTakesNothingFromTheGroup() throws Exception {
    ObjectNode pod =
        pod(
            "{'name': 'v', 'secret': {'secretName': 'keys', 'defaultMode': 256, 'defaultUser': 7}}");
    ((ObjectNode) pod.at("/spec/securityContext")).put("fsGroup", 4321L);
    node.setUp(pod);
    Path file = node.volume("secret", "v").resolve("id_rsa");
    assertThat(owner(file) + " " + mode(file)).isEqualTo("7:4321 440");
  }

  @Test
  void aChangedOwnerIsAChangeAndANewFileHasIt() throws Exception {
    ObjectNode pod = pod("{'name': 'v', 'secret': {'secretName': 'keys', 'defaultUser': 7}}");
    node.setUp(pod);
    assertThat(node.setUp(pod).changed()).isEmpty();
    ((ObjectNode) pod.at("/spec/volumes/0/secret")).put("defaultUser", 8);
    assertThat(node.setUp(pod).changed()).containsExactly("v");
    node.secret("keys", "another", "KEY");
    node.setUp(pod);
    assertThat(owner(node.volume("secret", "v").resolve("another"))).isEqualTo("8:0");
  }

  /** Links in a sticky directory can be followed by all only if they are the directory owner's. */
  @Test
  void linksStayRootsSoThatOthersCanFollowThem() throws Exception {
    node.setUp(pod("{'name': 'v', 'secret': {'secretName': 'keys', 'defaultUser': 7}}"));
    Path link = node.volume("secret", "v").resolve("id_rsa");
    assertThat(Files.getAttribute(link, "unix:uid", LinkOption.NOFOLLOW_LINKS)).isEqualTo(0);
    assertThat(Files.readString(link)).isEqualTo("PRIVATE");
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "2147483648", "1.5", "'root'"})
  void anOwnerThatIsNoUidIsToldAndNothingIsWritten(String user) throws Exception {
    assertThat(
            node.failure(
                pod(
                    "{'name': 'v', 'secret': {'secretName': 'keys', 'defaultUser': %s}}"
                        .formatted(user))))
        .endsWith(
            "defaultUser %s is not a uid between 0 and 2147483647"
                .formatted(user.replace('\'', '"')));
    assertThat(node.volume("secret", "v")).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "exact-mode | yes          | is not \"true\" or \"false\"",
        "file-owner | root         | is not a uid, or a uid and a gid like 1000:1000",
        "file-owner | 1000:        | is not a uid, or a uid and a gid like 1000:1000",
        "file-owner | -1           | is not a uid, or a uid and a gid like 1000:1000",
        "file-owner | 4294967295   | is not ids between 0 and 2147483647"
      })
  void aWrongAnnotationIsToldAndNothingIsWritten(String kind, String value, String message)
      throws Exception {
    ObjectNode pod = pod("{'name': 'v', 'secret': {'secretName': 'keys'}}");
    String key = kind + ".volumes.muster.dev/v";
    ((ObjectNode) pod.at("/metadata/annotations")).put(key, value);
    assertThat(node.failure(pod))
        .isEqualTo(
            "MountVolume.SetUp failed for volume \"v\" : annotation %s: \"%s\" %s"
                .formatted(key, value, message));
    assertThat(node.volume("secret", "v")).doesNotExist();
  }

  /** Who owns a token or a trust bundle, by what the pod says of users: uid:gid mode. */
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "nobody said anything        | {}                              | {}                  | 0:0 644",
        "one user for all            | {'runAsUser': 1000}             | {}                  | 1000:0 600",
        "the container says          | {}                              | {'runAsUser': 1001} | 1001:0 600",
        "the container over the pod  | {'runAsUser': 1000}             | {'runAsUser': 1001} | 1001:0 600",
        "a group only                | {'fsGroup': 3000}               | {}                  | 0:3000 640",
        "user and group              | {'runAsUser': 1, 'fsGroup': 3}  | {}                  | 1:3 640",
        "root is a user too          | {'runAsUser': 0}                | {}                  | 0:0 600"
      })
  void ownerOfACredential(String name, String ofPod, String ofContainer, String expected)
      throws Exception {
    ObjectNode pod = credentialPod("", "");
    ((ObjectNode) pod.get("spec")).set("securityContext", TestNode.json(ofPod));
    ((ObjectNode) pod.at("/spec/containers/0")).set("securityContext", TestNode.json(ofContainer));
    assertCredentials(pod, expected);
  }

  /** KEP-5936's order: the user of all containers, the volume's, the source's own. */
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "only the volume's       | {}                              | 'defaultUser': 8, | ~~           | 8:0 600",
        "only its own            | {}                              | ~~                | 'user': 9,   | 9:0 600",
        "over the containers'    | {'runAsUser': 1000}             | 'defaultUser': 8, | ~~           | 8:0 600",
        "its own over all        | {'runAsUser': 1000}             | 'defaultUser': 8, | 'user': 9,   | 9:0 600",
        "root, if it is said     | {'runAsUser': 1000}             | ~~                | 'user': 0,   | 0:0 600",
        "with a group            | {'runAsUser': 1, 'fsGroup': 3}  | 'defaultUser': 8, | ~~           | 8:3 640"
      })
  void theSpecNamesTheOwnerOfACredential(
      String name, String ofPod, String all, String own, String expected) throws Exception {
    ObjectNode pod = credentialPod(all, own);
    ((ObjectNode) pod.get("spec")).set("securityContext", TestNode.json(ofPod));
    assertCredentials(pod, expected);
  }

  private void assertCredentials(ObjectNode pod, String expected) throws Exception {
    node.setUp(pod);
    for (String name : List.of("token", "bundle")) {
      Path file = node.volume("projected", "v").resolve(name);
      assertThat(owner(file) + " " + mode(file)).as(name).isEqualTo(expected);
    }
  }

  private static ObjectNode credentialPod(String all, String own) {
    return pod(
        """
        {'name': 'v', 'projected': {'defaultMode': 420, %1$s 'sources': [
           {'serviceAccountToken': {%2$s 'path': 'token'}},
           {'clusterTrustBundle': {%2$s 'name': 'known', 'path': 'bundle'}}]}}
        """
            .formatted(all, own));
  }

  @Test
  void aTokenForTwoUsersHasTheDefaultMode() throws Exception {
    ObjectNode pod = tokenPod();
    ((ObjectNode) pod.at("/spec/securityContext")).put("runAsUser", 1000L);
    ((ObjectNode) pod.get("spec"))
        .set(
            "initContainers",
            TestNode.json("[{'name': 'init', 'securityContext': {'runAsUser': 7}}]"));
    node.setUp(pod);
    Path token = node.volume("projected", "v").resolve("token");
    assertThat(owner(token) + " " + mode(token)).isEqualTo("0:0 644");
  }

  private static ObjectNode tokenPod() {
    return pod(
        "{'name': 'v', 'projected': {'defaultMode': 420, 'sources': [{'serviceAccountToken': {'path': 'token', 'expirationSeconds': 3607}}]}}");
  }

  static String mode(Path path) throws Exception {
    return Integer.toOctalString(stat(path).permissions());
  }

  static String owner(Path path) throws Exception {
    return stat(path).uid() + ":" + stat(path).gid();
  }

  private static Stat stat(Path path) throws Exception {
    try (Fd file = Fd.open(path, OpenFlags.PATH)) {
      return file.stat();
    }
  }
}
