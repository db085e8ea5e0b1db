package dev.muster.cli.pods;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.muster.cli.MusterProgram;
import dev.muster.cri.CriClient;
import dev.muster.cri.v1.ContainerStatusRequest;
import dev.muster.runtime.hosttools.HostTools;
import dev.muster.runtime.images.ImageBuilder;
import dev.muster.runtime.images.ImageReference;
import dev.muster.runtime.images.ImageStore;
import dev.muster.runtime.layers.TarWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The RunAsGroup proposal, where neither user nor group is asked for: the image's USER is used.
 * Every form of it, with whatever a pod or a container can ask for beside it, under both policies
 * of KEP-3619: what {@code muster identity} says beforehand, what {@code /proc} says of the process
 * and what the pod's status says are one.
 */
class ImageUserTest {
  private static final String PASSWD =
      "root:x:0:0::/:/bin/sh\nalice:x:1000:1000::/:/bin/sh\nbob:x:1001:2001::/:/bin/sh\n";
  private static final String GROUP =
      "root:x:0:\nalice:x:1000:\ngroup-in-image:x:50000:alice\nbobg:x:2222:bob\n";

  /** The forms of USER, with the uid and the gid that each means by itself. */
  private enum Form {
    NONE("", 0, 0),
    UID("1000", 1000, 1000),
    UID_UNKNOWN("4242", 4242, 0),
    NAME("alice", 1000, 1000),
    UID_GID("1000:2222", 1000, 2222),
    UID_GROUP("1000:bobg", 1000, 2222),
    NAME_GID("alice:2222", 1000, 2222),
    NAME_GROUP("alice:bobg", 1000, 2222),
    UNKNOWN_GID("4242:2222", 4242, 2222),
    ONLY_GID(":2222", 0, 2222),
    ONLY_GROUP(":bobg", 0, 2222),
    NO_GID("1000:", 1000, 1000);

    final String user;
    final long uid;
    final long gid;

    Form(String user, long uid, long gid) {
      this.user = user;
      this.uid = uid;
      this.gid = gid;
    }

    String image() {
      return "muster.local/user-" + label(this) + ":1";
    }
  }

  /** What is asked for; the user is the one that most forms name themselves. */
  private enum Ask {
    NOTHING("", null, null),
    USER("runAsUser: 1000", 1000L, null),
    GROUP("runAsGroup: 3333", null, 3333L),
    BOTH("runAsUser: 1000, runAsGroup: 3333", 1000L, 3333L);

    final String context;
    final @Nullable Long user;
    final @Nullable Long group;

    Ask(String context, @Nullable Long user, @Nullable Long group) {
      this.context = context;
      this.user = user;
      this.group = group;
    }

    Ids of(Form form, boolean strict) {
      long uid = user == null ? form.uid : user;
      long gid = group != null ? group : user != null ? 1000 : form.gid;
      TreeSet<Long> groups = new TreeSet<>(List.of(gid));
      if (uid == 1000 && !strict) {
        groups.add(50000L);
      }
      return new Ids(uid, gid, List.copyOf(groups));
    }
  }

  private record Ids(long uid, long gid, List<Long> groups) {}

  @TempDir static Path directory;

  @SuppressWarnings("NullAway.Init")
  private static RunningUp up;

  @BeforeAll
  static void start() throws Exception {
    ImageStore store = ImageStore.open(directory.resolve("data/images"));
    byte[] tools = HostTools.layer("", "");
    ByteArrayOutputStream accounts = new ByteArrayOutputStream();
    try (TarWriter tar = new TarWriter(accounts)) {
      tar.file("etc/passwd", PASSWD.getBytes(StandardCharsets.UTF_8), 0644, 0, 0);
      tar.file("etc/group", GROUP.getBytes(StandardCharsets.UTF_8), 0644, 0, 0);
    }
    for (Form form : Form.values()) {
      try (ImageBuilder builder = new ImageBuilder(store)) {
        builder
            .layer(tools)
            .layer(accounts.toByteArray())
            .user(form.user)
            .command("/bin/sleep", "1000")
            .build(ImageReference.parse(form.image()));
      }
    }
    up = RunningUp.start(directory);
  }

  @AfterAll
  static void stop() {
    up.cluster().stop(false);
    assertThat(up.leftovers("")).isEmpty();
  }

  @Test
  void theImagesUserIsUsedWhereTheRequestSaysNothing() throws Exception {
    Map<String, Ids> wanted = new LinkedHashMap<>();
    List<String> pods = new ArrayList<>();
    for (boolean strict : List.of(false, true)) {
      for (Ask ask : Ask.values()) {
        pods.add(pod(ask, strict, wanted));
      }
    }
    Path file = Files.writeString(directory.resolve("pods.yaml"), String.join("---\n", pods));
    up.kubectl().run("apply", "-f", file.toString()).ok();

    assertThat(different(predicted(file), wanted)).as("muster identity").isEmpty();
    up.kubectl().run("wait", "pod", "--all", "--for=condition=Ready", "--timeout=120s").ok();
    Map<String, Ids> live = new LinkedHashMap<>();
    Map<String, Ids> reported = new LinkedHashMap<>();
    JsonNode list = new ObjectMapper().readTree(up.kubectl().run("get", "pods", "-o", "json").ok());
    try (CriClient runtime = CriClient.connect(directory.resolve("data/runtime/cri.sock"))) {
      for (JsonNode pod : list.path("items")) {
        for (JsonNode status : pod.path("status").path("containerStatuses")) {
          String row = row(pod, status);
          JsonNode user = status.path("user").path("linux");
          reported.put(
              row,
              new Ids(
                  user.path("uid").asLong(),
                  user.path("gid").asLong(),
                  numbers(user.path("supplementalGroups"))));
          live.put(row, live(runtime, status.path("containerID").asText()));
        }
      }
    }
    assertThat(different(live, wanted)).as("/proc").isEmpty();
    assertThat(different(reported, live)).as("status").isEmpty();
    assertThat(list.toString()).doesNotContain("identity.muster.dev/AsPredicted");
  }

  private static List<String> different(Map<String, Ids> found, Map<String, Ids> wanted) {
    Set<String> rows = new TreeSet<>(wanted.keySet());
    rows.addAll(found.keySet());
    return rows.stream()
        .filter(row -> !Objects.equals(found.get(row), wanted.get(row)))
        .map(row -> row + ": " + found.get(row) + ", wanted " + wanted.get(row))
        .toList();
  }

  private static String label(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** A pod that asks; the one that asks for nothing has containers that do so instead. */
  private static String pod(Ask ask, boolean strict, Map<String, Ids> wanted) {
    String name = (ask + (strict ? "-strict" : "-merge")).toLowerCase(Locale.ROOT);
    String policy = "supplementalGroupsPolicy: " + (strict ? "Strict" : "Merge");
    StringBuilder pod = new StringBuilder();
    pod.append("apiVersion: v1\nkind: Pod\nmetadata: {name: ").append(name).append("}\nspec:\n");
    pod.append("  terminationGracePeriodSeconds: 0\n  securityContext: {");
    pod.append(ask.context.isEmpty() ? policy : ask.context + ", " + policy);
    pod.append("}\n  containers:\n");
    for (Ask own : ask == Ask.NOTHING ? List.of(Ask.values()) : List.of(Ask.NOTHING)) {
      for (Form form : Form.values()) {
        String container = label(own) + "-of-" + label(form);
        pod.append("  - {name: %s, image: \"%s\"".formatted(container, form.image()));
        pod.append(", securityContext: {").append(own.context).append("}}\n");
        wanted.put(name + "/" + container, (own == Ask.NOTHING ? ask : own).of(form, strict));
      }
    }
    return pod.toString();
  }

  private static String row(JsonNode pod, JsonNode status) {
    return pod.path("metadata").path("name").asText() + "/" + status.path("name").asText();
  }

  private static Ids live(CriClient runtime, String container) throws IOException {
    String info =
        runtime
            .runtime()
            .containerStatus(
                ContainerStatusRequest.newBuilder()
                    .setContainerId(container.replace("muster://", ""))
                    .setVerbose(true)
                    .build())
            .getInfoOrThrow("info");
    String pid = new ObjectMapper().readTree(info).path("pid").asText();
    Map<String, List<Long>> lines =
        Files.readAllLines(Path.of("/proc", pid, "status")).stream()
            .filter(line -> line.matches("(Uid|Gid|Groups):.*"))
            .collect(
                Collectors.toMap(
                    line -> line.substring(0, line.indexOf(':')),
                    line ->
                        java.util.Arrays.stream(line.replaceFirst(".*:", "").strip().split("\\s+"))
                            .map(Long::valueOf)
                            .toList()));
    return new Ids(
        lines.getOrDefault("Uid", List.of()).getFirst(),
        lines.getOrDefault("Gid", List.of()).getFirst(),
        lines.getOrDefault("Groups", List.of()).stream().sorted().toList());
  }

  private static Map<String, Ids> predicted(Path file) throws IOException {
    PrintStream before = System.out;
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
    try {
      String images = "--images=" + directory.resolve("data/images");
      assertThat(MusterProgram.run("identity", "-f", file.toString(), "-o", "json", images))
          .isZero();
    } finally {
      System.setOut(before);
    }
    Map<String, Ids> found = new LinkedHashMap<>();
    try (var pods =
        new ObjectMapper().readerFor(JsonNode.class).<JsonNode>readValues(out.toByteArray())) {
      while (pods.hasNext()) {
        JsonNode pod = pods.next();
        for (JsonNode each : pod.path("containers")) {
          found.put(
              pod.path("pod").asText() + "/" + each.path("name").asText(),
              new Ids(
                  each.path("uid").path("id").asLong(),
                  each.path("gid").path("id").asLong(),
                  StreamSupport.stream(each.path("groups").spliterator(), false)
                      .map(group -> group.path("id").asLong())
                      .toList()));
        }
      }
    }
    return found;
  }

  private static List<Long> numbers(JsonNode list) {
    return StreamSupport.stream(list.spliterator(), false).map(JsonNode::asLong).toList();
  }
}
