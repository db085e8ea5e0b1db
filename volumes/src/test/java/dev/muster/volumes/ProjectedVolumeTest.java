package dev.muster.volumes;

import static dev.muster.volumes.TestNode.json;
import static dev.muster.volumes.TestNode.pod;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProjectedVolumeTest {
  @TempDir Path temp;
  private TestNode node;

  @BeforeEach
  void start() throws Exception {
    node = new TestNode(temp);
  }

  @AfterEach
  void close() throws Exception {
    node.close();
  }

  @Test
  void allSourcesInOneDirectoryTheLaterOverTheEarlier() {
    node.secret("keys", "key", "secret", "both", "from the secret");
    node.configMap("conf", "conf", "config", "both", "from the config map");
    node.setUp(
        pod(
            """
            {'name': 'v', 'projected': {'sources': [
               {'secret': {'name': 'keys'}},
               {'configMap': {'name': 'conf'}},
               {'downwardAPI': {'items': [{'path': 'who', 'fieldRef': {'fieldPath': 'metadata.name'}}]}},
               {'serviceAccountToken': {'path': 'tokens/vault', 'audience': 'vault'}}]}}
            """));
    Path volume = node.volume("projected", "v");
    assertThat(volume.resolve("key")).hasContent("secret");
    assertThat(volume.resolve("conf")).hasContent("config");
    assertThat(volume.resolve("both")).hasContent("from the config map");
    assertThat(volume.resolve("who")).hasContent("pod");
    assertThat(volume.resolve("tokens/vault")).hasContent("token-1");
    assertThat(node.tokenRequests)
        .containsExactly(new TokenSpec("ns", "robot", "pod", "uid-1", "vault", 3600));
  }

  @Test
  void aRotatedTokenReachesTheFile() {
    var pod =
        pod(
            "{'name': 'v', 'projected': {'sources': [{'serviceAccountToken': {'path': 'token'}}]}}");
    node.setUp(pod);
    assertThat(node.setUp(pod).changed()).isEmpty();
    node.token = "token-2";
    assertThat(node.setUp(pod).changed()).containsExactly("v");
    assertThat(node.volume("projected", "v").resolve("token")).hasContent("token-2");
  }

  @Test
  void binaryKeysOfAConfigMap() {
    node.configMaps.put("conf", json("{'binaryData': {'b': 'AP8='}, 'data': {'t': 'ü'}}"));
    node.setUp(pod("{'name': 'v', 'configMap': {'name': 'conf'}}"));
    Path volume = node.volume("configmap", "v");
    assertThat(volume.resolve("b")).hasBinaryContent(new byte[] {0, -1});
    assertThat(volume.resolve("t")).hasBinaryContent(new byte[] {(byte) 0xc3, (byte) 0xbc});
  }

  @ParameterizedTest(name = "{0} / {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "fieldRef         | {'fieldPath': 'metadata.name'}            | pod",
        "fieldRef         | {'fieldPath': 'metadata.namespace'}       | ns",
        "fieldRef         | {'fieldPath': 'metadata.uid'}             | uid-1",
        "fieldRef         | {'fieldPath': 'metadata.labels'}          | a=\"one \\\"1\\\"\"\\nb=\"2\"",
        "fieldRef         | {'fieldPath': 'metadata.annotations'}     | ~~",
        "fieldRef         | {'fieldPath': \"metadata.labels['b']\"}   | 2",
        "fieldRef         | {'fieldPath': \"metadata.labels['c']\"}   | ~~",
        "resourceFieldRef | {'resource': 'limits.cpu'}                | 2",
        "resourceFieldRef | {'resource': 'limits.cpu', 'divisor': '1m'} | 1500",
        "resourceFieldRef | {'resource': 'requests.cpu'}              | 1",
        "resourceFieldRef | {'resource': 'requests.memory'}           | 67108864",
        "resourceFieldRef | {'resource': 'requests.memory', 'divisor': '1Mi'} | 64",
        "resourceFieldRef | {'resource': 'requests.memory', 'divisor': '1G'}  | 1",
        "resourceFieldRef | {'resource': 'limits.memory', 'divisor': '1Gi'}   | 8",
        "resourceFieldRef | {'resource': 'limits.ephemeral-storage', 'divisor': '1Gi'} | 100",
        "resourceFieldRef | {'resource': 'requests.ephemeral-storage'} | 0",
        "resourceFieldRef | {'resource': 'limits.hugepages-2Mi', 'divisor': '1Mi'} | 4"
      })
  void downwardValues(String kind, String reference, String expected) {
    ObjectNode item = (ObjectNode) json("{'path': 'f'}");
    ObjectNode selector = (ObjectNode) json(reference);
    if (kind.equals("resourceFieldRef")) {
      selector.put("containerName", "main");
    }
    item.set(kind, selector);
    ObjectNode pod = pod("{'name': 'v', 'downwardAPI': {'items': []}}");
    ((ObjectNode) pod.at("/spec/volumes/0/downwardAPI")).putArray("items").add(item);
    ((ObjectNode) pod.at("/spec/containers/0"))
        .set(
            "resources",
            json(
                """
                {'limits': {'cpu': '1500m', 'hugepages-2Mi': '4Mi'},
                 'requests': {'cpu': '100m', 'memory': '64Mi'}}
                """));
    node.setUp(pod);
    assertThat(node.volume("downward-api", "v").resolve("f"))
        .hasContent(expected.replace("\\n", "\n"));
  }

  @Test
  void changedLabelsReachTheFile() {
    ObjectNode pod =
        pod(
            "{'name': 'v', 'downwardAPI': {'items': [{'path': 'l', 'mode': 256, 'fieldRef': {'fieldPath': 'metadata.labels'}}]}}");
    node.setUp(pod);
    ((ObjectNode) pod.at("/metadata/labels")).put("c", "new");
    assertThat(node.setUp(pod).changed()).containsExactly("v");
    assertThat(node.volume("downward-api", "v").resolve("l")).content().endsWith("c=\"new\"");
  }
}
