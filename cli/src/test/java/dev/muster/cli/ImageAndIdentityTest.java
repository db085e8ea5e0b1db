package dev.muster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.codec.Yaml;
import dev.muster.runtime.hosttools.HostTools;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code muster image} and {@code muster identity}, on a store and a layout of their own. */
class ImageAndIdentityTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir static Path directory;
  private static Path layout;

  private record Ran(int exit, String out, String err) {}

  @BeforeAll
  static void images() throws Exception {
    assertThat(muster("image", "build-host-tools").exit()).isZero();
    layout = layout();
  }

  /** On the store of this test. */
  private static Ran muster(String... args) {
    PrintStream out = System.out;
    PrintStream err = System.err;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    ByteArrayOutputStream complained = new ByteArrayOutputStream();
    try (PrintStream to = new PrintStream(printed, true, StandardCharsets.UTF_8);
        PrintStream also = new PrintStream(complained, true, StandardCharsets.UTF_8)) {
      System.setOut(to);
      System.setErr(also);
      String[] all = java.util.Arrays.copyOf(args, args.length + 1);
      all[args.length] = "--images=" + directory.resolve("images");
      int exit = Muster.run(all);
      return new Ran(
          exit,
          printed.toString(StandardCharsets.UTF_8),
          complained.toString(StandardCharsets.UTF_8));
    } finally {
      System.setOut(out);
      System.setErr(err);
    }
  }

  /** An image by another maker: bob, whom /etc/group puts into two groups. */
  private static Path layout() throws IOException, NoSuchAlgorithmException {
    Path root = directory.resolve("layout/blobs");
    Files.createDirectories(root.resolve("sha256"));
    byte[] layer =
        HostTools.layer("bob:x:2000:3000::/:/bin/sh\n", "a:x:4000:bob\nb:x:5000:bob\nroot:x:0:\n");
    ObjectNode config = JSON.createObjectNode().put("os", "linux").put("architecture", "amd64");
    config.putObject("config").put("User", "bob").putArray("Cmd").add("sh");
    config
        .putObject("rootfs")
        .put("type", "layers")
        .putArray("diff_ids")
        .add("sha256:" + sha256(layer));
    byte[] configuration = JSON.writeValueAsBytes(config);
    ObjectNode manifest = JSON.createObjectNode().put("schemaVersion", 2);
    manifest.put("mediaType", "application/vnd.oci.image.manifest.v1+json");
    manifest.set(
        "config", descriptor(root, configuration, "application/vnd.oci.image.config.v1+json"));
    manifest
        .putArray("layers")
        .add(descriptor(root, layer, "application/vnd.oci.image.layer.v1.tar"));
    ObjectNode index = JSON.createObjectNode().put("schemaVersion", 2);
    ObjectNode entry =
        descriptor(
            root, JSON.writeValueAsBytes(manifest), "application/vnd.oci.image.manifest.v1+json");
    entry.putObject("annotations").put("org.opencontainers.image.ref.name", "example.com/bob:1");
    index.putArray("manifests").add(entry);
    Path top = directory.resolve("layout");
    Files.write(top.resolve("index.json"), JSON.writeValueAsBytes(index));
    Files.writeString(top.resolve("oci-layout"), "{\"imageLayoutVersion\": \"1.0.0\"}");
    return top;
  }

  private static ObjectNode descriptor(Path blobs, byte[] content, String type)
      throws IOException, NoSuchAlgorithmException {
    Files.write(blobs.resolve("sha256").resolve(sha256(content)), content);
    return JSON.createObjectNode()
        .put("mediaType", type)
        .put("digest", "sha256:" + sha256(content))
        .put("size", content.length);
  }

  private static String sha256(byte[] content) throws NoSuchAlgorithmException {
    return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
  }

  private static String pod(String name, String image, String context) throws IOException {
    return Files.writeString(
            directory.resolve(name + ".yaml"),
            """
            apiVersion: v1
            kind: Pod
            metadata: {name: %s}
            spec:
              securityContext: {%s}
              containers: [{name: main, image: "%s"}]
            """
                .formatted(name, context, image))
        .toString();
  }

  @Test
  void imagesAreLoadedListedAndRemoved() {
    Ran loaded = muster("image", "load", layout.toString());
    assertThat(loaded.err()).isEmpty();
    assertThat(loaded.out()).contains("example.com/bob:1", "bob");
    assertThat(muster("image", "list").out().lines())
        .hasSize(3)
        .anyMatch(line -> line.startsWith("IMAGE"))
        .anyMatch(line -> line.startsWith("example.com/bob:1"))
        .anyMatch(line -> line.startsWith("muster.local/host-tools:1"));
    assertThat(muster("image", "rm", "example.com/bob:1").out())
        .isEqualTo("removed example.com/bob:1\n");
    assertThat(muster("image", "list").out()).doesNotContain("bob");
    Ran again = muster("image", "rm", "example.com/bob:1");
    assertThat(again.exit()).isEqualTo(1);
    assertThat(again.err()).contains("there is no image \"example.com/bob:1\"");
  }

  @Test
  void whatIsNoImageIsNotLoaded() throws IOException {
    Path file = Files.writeString(directory.resolve("junk.tar"), "junk");
    Ran ran = muster("image", "load", file.toString());
    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.err()).contains(file.toString());
    assertThat(muster("image", "load", directory.resolve("none").toString()).exit()).isEqualTo(1);
  }

  @Test
  void anIdentityIsShownWithWhereItComesFrom() throws IOException {
    String file =
        pod(
            "kep",
            HostTools.NAME,
            "runAsUser: 1000, runAsGroup: 1000, supplementalGroups: [60000]");
    Ran table = muster("identity", "-f", file);
    assertThat(table.exit()).isZero();
    assertThat(table.out())
        .contains("1000,50000,60000", "\"group-in-image\", line 3 of the image's /etc/group");
    JsonNode json = JSON.readTree(muster("identity", "-f", file, "-o", "json").out());
    assertThat(json.at("/containers/0/uid/id").asLong()).isEqualTo(1000);
    assertThat(json.at("/containers/0/groups").findValuesAsText("id"))
        .isEqualTo(List.of("1000", "50000", "60000"));
    String yaml = muster("identity", "-f", file, "-o", "yaml").out();
    assertThat(JSON.readTree(Yaml.toTree(yaml.getBytes(StandardCharsets.UTF_8)).toString()))
        .isEqualTo(json);
  }

  @Test
  void anImageCanBeALayoutThatNobodyLoaded() throws IOException {
    String file = pod("bob", "ignored", "supplementalGroupsPolicy: Merge");
    Ran ran = muster("identity", "-f", file, "--image", layout.toString());
    assertThat(ran.out()).contains("main        2000   3000   3000,4000,5000   Merge");
    assertThat(muster("image", "list").out()).doesNotContain("ignored");
  }

  /** What our runtime, and what containerd under a kubelet make of {@code USER user:group}. */
  @Test
  void thePredictionIsThatOfTheRuntimeThatIsMeant() throws IOException {
    String name = "muster.local/grouped:1";
    assertThat(muster("image", "build-host-tools", "--name", name, "--user", "1000:2222").exit())
        .isZero();
    String file = pod("grouped", name, "");
    assertThat(muster("identity", "-f", file).out())
        .contains("main        1000   2222   2222,50000   Merge");
    Ran other = muster("identity", "-f", file, "--runtime", "containerd://1.6.20~ds1");
    assertThat(other.out())
        .contains(
            "main        1000   1000   1000,50000   Merge",
            "! the group \"2222\" of the image's USER is lost on the way to this runtime: set"
                + " runAsGroup");
    JsonNode spec = JSON.readTree(muster("runtime", "spec", "-f", file).out());
    assertThat(spec.at("/process/user").toString())
        .isEqualTo("{\"uid\":1000,\"gid\":2222,\"additionalGids\":[2222,50000]}");
    assertThat(muster("image", "rm", name).exit()).isZero();
  }

  @Test
  void aRuntimeWithoutPoliciesRefusesStrict() throws IOException {
    String file = pod("strict", HostTools.NAME, "supplementalGroupsPolicy: Strict");
    Ran older = muster("identity", "-f", file, "--runtime", "containerd://1.7.27");
    assertThat(older.exit()).isEqualTo(1);
    assertThat(older.out())
        .contains("refused: Error: SupplementalGroupsPolicy is not supported in this node.");
    for (String newer : List.of("containerd://2.0.0", "cri-o://1.31.2", "containerd")) {
      assertThat(muster("identity", "-f", file, "--runtime", newer).exit()).as(newer).isZero();
    }
    assertThat(muster("identity", "-f", file, "--runtime", "dockershim").err())
        .contains("--runtime: runtime \"dockershim\" is not known");
  }

  @Test
  void aRefusalIsExitCode1() throws IOException {
    Ran ran =
        muster("identity", "-f", pod("root", HostTools.NAME, "runAsUser: 0, runAsNonRoot: true"));
    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.out()).contains("refused: container's runAsUser breaks non-root policy");
  }

  /** What the pod says holds whatever the image is; under Merge the image may add groups. */
  @Test
  void whatNoImageDecidesIsKnown() throws IOException {
    String ids = "runAsUser: 1000, runAsGroup: 2000, supplementalGroups: [60000]";
    Ran merge = muster("identity", "-f", pod("merge", "x", ids), "-o", "json");
    assertThat(merge.exit()).isEqualTo(1);
    JsonNode container = JSON.readTree(merge.out()).at("/containers/0");
    assertThat(container.at("/unknown").toString()).isEqualTo("[\"groups\"]");
    assertThat(container.at("/uid/id").asLong()).isEqualTo(1000);
    assertThat(container.at("/groups").findValuesAsText("id")).containsExactly("2000", "60000");
    Ran strict =
        muster("identity", "-f", pod("strict-x", "x", ids + ", supplementalGroupsPolicy: Strict"));
    assertThat(strict.exit()).isZero();
    assertThat(strict.out()).contains("1000   2000   2000,60000   Strict");
  }

  @Test
  void anUnknownImageIsToldWithThoseThatThereAre() throws IOException {
    String file = pod("unknown", "x", "");
    Ran ran = muster("identity", "-f", file);
    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.out())
        .contains("main        ?     ?     ?        Merge", "! image \"x\" is not here");
    Ran assumed = muster("identity", "-f", file, "--assume-root");
    assertThat(assumed.exit()).isZero();
    assertThat(assumed.out()).contains("main        0     0     0        Merge");
    Ran asked = muster("identity", "-f", file, "--image", "y:1");
    assertThat(asked.exit()).isEqualTo(1);
    assertThat(asked.err())
        .contains("there is no image \"y:1\" in ", "it has ", "muster.local/host-tools:1");
  }
}
