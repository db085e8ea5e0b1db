package dev.muster.volumes;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.linux.MountTable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** A node's volumes below a temporary directory, with the objects of its cluster in memory. */
final class TestNode implements Sources, AutoCloseable {
  private static final ObjectMapper JSON =
      JsonMapper.builder().enable(JsonReadFeature.ALLOW_SINGLE_QUOTES).build();

  final Path root;
  final PodVolumes volumes;
  final Map<String, JsonNode> secrets = new ConcurrentHashMap<>();
  final Map<String, JsonNode> configMaps = new ConcurrentHashMap<>();
  final List<TokenSpec> tokenRequests = new ArrayList<>();
  volatile String token = "token-1";

  TestNode(Path root) throws IOException {
    this(root, Clock.systemUTC(), Duration.ofMinutes(1));
  }

  TestNode(Path root, Clock clock, Duration grace) throws IOException {
    this.root = root.toRealPath();
    this.volumes = new PodVolumes(this.root, this, true, clock, grace);
  }

  static JsonNode json(String text) {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }

  /** A pod of one container that mounts nothing; quotes may be single. */
  static ObjectNode pod(String volumes) {
    return (ObjectNode)
        json(
            """
            {'metadata': {'namespace': 'ns', 'name': 'pod', 'uid': 'uid-1',
                          'labels': {'b': '2', 'a': 'one "1"'}, 'annotations': {}},
             'spec': {'securityContext': {}, 'serviceAccountName': 'robot',
                      'containers': [{'name': 'main', 'resources': {}}],
                      'volumes': [%s]}}
            """
                .formatted(volumes));
  }

  void secret(String name, String... keysAndBase64) {
    ObjectNode secret = JSON.createObjectNode();
    ObjectNode data = secret.putObject("data");
    for (int i = 0; i < keysAndBase64.length; i += 2) {
      data.put(keysAndBase64[i], keysAndBase64[i + 1].getBytes(StandardCharsets.UTF_8));
    }
    secrets.put(name, secret);
  }

  void configMap(String name, String... keysAndValues) {
    ObjectNode map = JSON.createObjectNode();
    ObjectNode data = map.putObject("data");
    for (int i = 0; i < keysAndValues.length; i += 2) {
      data.put(keysAndValues[i], keysAndValues[i + 1]);
    }
    configMaps.put(name, map);
  }

  Path volume(String type, String name) {
    return root.resolve("pods/uid-1/volumes/kubernetes.io~" + type).resolve(name);
  }

  /** Sets up and expects nothing to fail. */
  SetUp setUp(JsonNode pod) {
    SetUp result = volumes.setUp(pod);
    if (!result.complete()) {
      throw new AssertionError(result.failures().toString());
    }
    return result;
  }

  String failure(JsonNode pod) {
    return volumes.setUp(pod).failures().stream()
        .map(VolumeFailure::message)
        .reduce((a, b) -> a + "\n" + b)
        .orElse("no failure");
  }

  @Override
  public Optional<JsonNode> secret(String namespace, String name) {
    return Optional.ofNullable(secrets.get(name));
  }

  @Override
  public Optional<JsonNode> configMap(String namespace, String name) {
    return Optional.ofNullable(configMaps.get(name));
  }

  @Override
  public String serviceAccountToken(TokenSpec spec) {
    tokenRequests.add(spec);
    return token;
  }

  @Override
  public Optional<String> trustBundle(TrustBundleSpec spec) {
    return spec.name().equals("known") ? Optional.of("PEM") : Optional.empty();
  }

  @Override
  public JsonNode allocatable() {
    return json("{'cpu': '4', 'memory': '8Gi', 'ephemeral-storage': '100Gi'}");
  }

  /** Takes everything away, and looks that no mount is left. */
  @Override
  public void close() throws IOException {
    for (String uid : volumes.podUids()) {
      volumes.tearDown(uid);
    }
    List<String> left = MountTable.atOrBelow(root);
    if (!left.isEmpty()) {
      throw new AssertionError("mounts left: " + left);
    }
  }
}
