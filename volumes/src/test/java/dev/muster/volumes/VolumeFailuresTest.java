package dev.muster.volumes;

import static dev.muster.volumes.TestNode.json;
import static dev.muster.volumes.TestNode.pod;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What users are told when a volume cannot be had, in Kubernetes' words. */
class VolumeFailuresTest {
  @TempDir Path temp;
  private TestNode node;

  @BeforeEach
  void objects() throws Exception {
    node = new TestNode(temp);
    node.secret("keys", "a", "1");
    node.configMap("conf", "a", "1");
    node.secrets.put("broken", json("{'data': {'a': '%%%'}}"));
  }

  @AfterEach
  void close() throws Exception {
    node.close();
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "no secret    | 'secret': {'secretName': 'gone'} | secret \"gone\" not found",
        "no config map| 'configMap': {'name': 'gone'}    | configmap \"gone\" not found",
        "no key       | 'secret': {'secretName': 'keys', 'items': [{'key': 'b', 'path': 'b'}]} | references non-existent secret key: b",
        "no config key| 'configMap': {'name': 'conf', 'items': [{'key': 'b', 'path': 'b'}]} | configmap references non-existent config key: b",
        "several      | 'projected': {'sources': [{'secret': {'name': 'x'}}, {'configMap': {'name': 'y'}}]} | [secret \"x\" not found, configmap \"y\" not found]",
        "said once    | 'projected': {'sources': [{'secret': {'name': 'x'}}, {'secret': {'name': 'x'}}]} | secret \"x\" not found",
        "no field     | 'downwardAPI': {'items': [{'path': 'a', 'fieldRef': {'fieldPath': 'status.podIP'}}]} | unsupported fieldPath: status.podIP",
        "no subscript | 'downwardAPI': {'items': [{'path': 'a', 'fieldRef': {'fieldPath': \"metadata.name['a']\"}}]} | fieldPath \"metadata.name['a']\" does not support subscript",
        "no container | 'downwardAPI': {'items': [{'path': 'a', 'resourceFieldRef': {'containerName': 'x', 'resource': 'limits.cpu'}}]} | container x not found",
        "no resource  | 'downwardAPI': {'items': [{'path': 'a', 'resourceFieldRef': {'containerName': 'main', 'resource': 'limits.gold'}}]} | unsupported container resource : limits.gold",
        "not base64   | 'secret': {'secretName': 'broken'} | key a does not hold base64",
        "up           | 'secret': {'secretName': 'keys', 'items': [{'key': 'a', 'path': 'x/../../y'}]} | invalid path: must not contain '..': x/../../y",
        "absolute     | 'secret': {'secretName': 'keys', 'items': [{'key': 'a', 'path': '/etc/x'}]} | invalid path: must be relative path: /etc/x",
        "hidden       | 'secret': {'secretName': 'keys', 'items': [{'key': 'a', 'path': './..data'}]} | invalid path: must not start with '..': ./..data",
        "trust bundle | 'projected': {'sources': [{'clusterTrustBundle': {'signerName': 's', 'path': 'p'}}]} | combination of signerName and labelSelector matched zero ClusterTrustBundles",
        "medium       | 'emptyDir': {'medium': 'Tape'}   | unknown storage medium \"Tape\"",
        "no plugin    | 'nfs': {'server': 'x'}           | this node has no such type of volume",
        "host path up | 'hostPath': {'path': '/a/../b'}  | invalid HostPath `/a/../b`: must not contain '..'",
        "host path    | 'hostPath': {'path': '/a', 'type': 'Pipe'} | Pipe is an invalid volume type"
      })
  void messages(String name, String source, String reason) {
    assertThat(node.failure(pod("{'name': 'v', %s}".formatted(source))))
        .isEqualTo("MountVolume.SetUp failed for volume \"v\" : " + reason);
  }

  @Test
  void aFailedVolumeDoesNotKeepTheOthersFromBeingSetUp() {
    SetUp result =
        node.volumes.setUp(
            pod(
                """
                {'name': 'bad', 'secret': {'secretName': 'gone'}},
                {'name': 'good', 'configMap': {'name': 'conf'}}
                """));
    assertThat(result.changed()).containsExactly("good");
    assertThat(result.failures()).extracting(VolumeFailure::volume).containsExactly("bad");
    assertThat(node.volume("configmap", "good").resolve("a")).hasContent("1");
    assertThat(node.volume("secret", "bad")).doesNotExist();
  }

  @Test
  void whatIsOptionalMayBeMissing() {
    node.setUp(
        pod(
            """
            {'name': 's', 'secret': {'secretName': 'gone', 'optional': true}},
            {'name': 'c', 'configMap': {'name': 'gone', 'optional': true}},
            {'name': 'k', 'secret': {'secretName': 'keys', 'optional': true,
               'items': [{'key': 'b', 'path': 'b'}, {'key': 'a', 'path': 'here'}]}},
            {'name': 'p', 'projected': {'sources': [
               {'clusterTrustBundle': {'signerName': 's', 'path': 'pem', 'optional': true}},
               {'clusterTrustBundle': {'name': 'known', 'path': 'known.pem'}}]}}
            """));
    assertThat(node.volume("secret", "k").resolve("here")).hasContent("1");
    assertThat(node.volume("secret", "k").resolve("b")).doesNotExist();
    assertThat(node.volume("projected", "p").resolve("pem")).isEmptyFile();
    assertThat(node.volume("projected", "p").resolve("known.pem")).hasContent("PEM");
  }

  @Test
  void whenTheObjectGoesAwayLaterTheFilesStay() {
    var pod = pod("{'name': 'v', 'secret': {'secretName': 'keys'}}");
    node.setUp(pod);
    node.secrets.clear();
    assertThat(node.failure(pod)).endsWith("secret \"keys\" not found");
    assertThat(node.volume("secret", "v").resolve("a")).hasContent("1");
  }
}
