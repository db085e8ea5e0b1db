package dev.muster.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.muster.cri.UserOrigin;
import dev.muster.cri.v1.ContainerConfig;
import dev.muster.cri.v1.ContainerState;
import dev.muster.cri.v1.Int64Value;
import dev.muster.cri.v1.LinuxContainerUser;
import dev.muster.cri.v1.PodSandboxConfig;
import dev.muster.cri.v1.SupplementalGroupsPolicy;
import dev.muster.runtime.process.LiveProcess;
import io.grpc.StatusRuntimeException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who processes in containers are: read from /proc, and compared with what CRI reports. */
class IdentityInContainersTest extends SandboxTest {
  /** The cases of KEP-3619: alice is in group-in-image (50000) of the image. */
  @ParameterizedTest(name = "{0}")
  @CsvSource({"Merge, 1000 50000 60000", "Strict, 1000 60000", "unset, 1000 50000 60000"})
  void supplementalGroupsFollowThePolicy(String policy, String groups) throws Exception {
    ContainerConfig.Builder config = runtime.config("tools", "sleep", "1000");
    RunningRuntime.context(
        config,
        context -> {
          context.setRunAsUser(id(1000)).setRunAsGroup(id(1000)).addSupplementalGroups(60000);
          if (!policy.equals("unset")) {
            context.setSupplementalGroupsPolicy(SupplementalGroupsPolicy.valueOf(policy));
          }
        });
    String container = runtime.running(sandbox, pod, config);
    LiveProcess.Ids live = LiveProcess.of(runtime.pid(container)).orElseThrow().ids().orElseThrow();
    assertThat(live.uid()).isEqualTo(1000);
    assertThat(live.gid()).isEqualTo(1000);
    assertThat(live.groups()).hasToString("[" + groups.replace(" ", ", ") + "]");
    LinuxContainerUser reported = runtime.status(container).getUser().getLinux();
    assertThat(reported.getUid()).isEqualTo(1000);
    assertThat(reported.getGid()).isEqualTo(1000);
    assertThat(reported.getSupplementalGroupsList()).isEqualTo(live.groups());
    assertThat(runtime.output(container, "id", "-G").strip().split(" "))
        .containsExactlyInAnyOrder(groups.split(" "));
    runtime.remove(container);
  }

  /** The rows of the RunAsGroup proposal, as a kubelet hands them on. */
  @ParameterizedTest(name = "user {0}, group {1}, image user {2}")
  @CsvSource({
    "9999, 9999, rooted, 9999, 9999",
    "9999, , rooted, 9999, 0",
    "1001, , rooted, 1001, 2001",
    "0, 9999, rooted, 0, 9999",
    ", , tools, 1000, 1000",
    ", , rooted, 0, 0"
  })
  void userAndGroupAreThoseAskedFor(
      @Nullable Long user, @Nullable Long group, String image, long uid, long gid) {
    ContainerConfig.Builder config = runtime.config(image, "sleep", "1000");
    RunningRuntime.context(
        config,
        context -> {
          if (user != null) {
            context.setRunAsUser(id(user));
          }
          if (group != null) {
            context.setRunAsGroup(id(group));
          }
        });
    String container = runtime.running(sandbox, pod, config);
    LiveProcess.Ids live = LiveProcess.of(runtime.pid(container)).orElseThrow().ids().orElseThrow();
    assertThat(live.uid()).isEqualTo(uid);
    assertThat(live.gid()).isEqualTo(gid);
    assertThat(runtime.output(container, "id", "-u")).isEqualTo(uid + "\n");
    assertThat(runtime.output(container, "id", "-g")).isEqualTo(gid + "\n");
    runtime.remove(container);
  }

  /**
   * Kubelets send the user of the image's USER as if the pod had asked for it, and no group: it is
   * read from the image. Where the pod's sandbox has a user, the pod did ask.
   */
  @ParameterizedTest(name = "USER {0}, pod {1}, sent {2}")
  @CsvSource({
    "1000:2222,  ,     1000,  1000, 2222",
    "1000:bobg,  ,     1000,  1000, 2222",
    "alice:2222, ,     alice, 1000, 2222",
    "alice:bobg, ,     alice, 1000, 2222",
    ":2222,      ,     0,     0,    2222",
    "'',         ,     0,     0,    0",
    "1000:2222,  1000, 1000,  1000, 1000",
    ":2222,      0,    0,     0,    0",
    "1000:2222,  ,     1001,  1001, 2001",
  })
  void whatAKubeletTakesFromTheImageCountsWhole(
      String user, @Nullable Long pods, String sent, long uid, long gid) throws Exception {
    String image =
        runtime.images.add(
            "user-" + user.replace(':', '-'),
            user,
            RunningRuntime.PASSWD,
            RunningRuntime.GROUP + "bobg:x:2222:\n");
    PodSandboxConfig.Builder asking = runtime.pod();
    if (pods != null) {
      asking.getLinuxBuilder().getSecurityContextBuilder().setRunAsUser(id(pods));
    }
    String in = pods == null ? sandbox : runtime.run(asking.build());
    ContainerConfig.Builder config = runtime.config(image, "sleep", "1000");
    RunningRuntime.context(
        config,
        context -> {
          if (Character.isDigit(sent.charAt(0))) {
            context.setRunAsUser(id(Long.parseLong(sent)));
          } else {
            context.setRunAsUsername(sent);
          }
        });
    String container = runtime.create(in, pod, config);
    LiveProcess.Ids live = LiveProcess.of(runtime.pid(container)).orElseThrow().ids().orElseThrow();
    assertThat(live.uid() + ":" + live.gid()).isEqualTo(uid + ":" + gid);
    runtime.remove(container);
  }

  @Test
  void aGroupWithoutAUserIsRefused() {
    ContainerConfig.Builder config = runtime.config("tools", "sleep", "1");
    RunningRuntime.context(config, context -> context.setRunAsGroup(id(9999)));
    assertThat(refusal(config)).contains("user group 9999 is specified without user");
  }

  @Test
  void aUserTheImageDoesNotKnowIsRefused() {
    ContainerConfig.Builder config = runtime.config("tools", "sleep", "1");
    RunningRuntime.context(config, context -> context.setRunAsUsername("nobody-here"));
    assertThat(refusal(config)).contains("nobody-here");
  }

  @Test
  void theIdentityOfAnEndedContainerIsStillReported() throws Exception {
    String container = runtime.running(sandbox, pod, runtime.config("tools", "id", "-u"));
    assertThat(runtime.ended(container).getState()).isEqualTo(ContainerState.CONTAINER_EXITED);
    assertThat(runtime.status(container).getUser().getLinux().getUid()).isEqualTo(1000);
    runtime.remove(container);
  }

  /** 200 recorded cases, each a real container. */
  @Test
  void recordedCasesHoldForLiveProcesses() throws Exception {
    List<JsonNode> cases = new ArrayList<>();
    try (InputStream in =
        Objects.requireNonNull(
            IdentityInContainersTest.class.getResourceAsStream("identity.jsonl"))) {
      for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList()) {
        cases.add(new ObjectMapper().readTree(line));
      }
    }
    Map<JsonNode, String> images = new HashMap<>();
    List<Callable<String>> work = new ArrayList<>();
    for (JsonNode each : cases) {
      JsonNode image = each.path("image");
      if (!images.containsKey(image)) {
        images.put(
            image,
            runtime.images.add(
                "recorded" + images.size(),
                image.path("user").asText(),
                image.path("passwd").textValue(),
                image.path("group").textValue()));
      }
      String name = Objects.requireNonNull(images.get(image));
      work.add(() -> mismatch(each, name));
    }
    List<String> mismatches = new ArrayList<>();
    try (ExecutorService four = Executors.newFixedThreadPool(4)) {
      for (Future<String> each : four.invokeAll(work)) {
        if (!each.get().isEmpty()) {
          mismatches.add(each.get());
        }
      }
    }
    assertThat(cases).hasSize(200);
    assertThat(mismatches).isEmpty();
  }

  private static String mismatch(JsonNode recorded, String image) {
    ContainerConfig.Builder config = runtime.config(image, "sleep", "1000");
    config.putAllAnnotations(
        (recorded.path("runAsUser").isNumber() ? UserOrigin.POD : UserOrigin.IMAGE).annotation());
    RunningRuntime.context(config, context -> ask(context, recorded));
    String container;
    try {
      container = runtime.create(sandbox, pod, config);
    } catch (StatusRuntimeException e) {
      return recorded + " -> " + e.getMessage();
    }
    LiveProcess.Ids live = LiveProcess.of(runtime.pid(container)).orElseThrow().ids().orElseThrow();
    LinuxContainerUser reported = runtime.status(container).getUser().getLinux();
    runtime.remove(container);
    List<Long> groups = new ArrayList<>();
    recorded.path("groups").forEach(group -> groups.add(group.asLong()));
    boolean same =
        live.uid() == recorded.path("uid").asLong()
            && live.gid() == recorded.path("gid").asLong()
            && live.groups().equals(groups)
            && reported.getUid() == live.uid()
            && reported.getGid() == live.gid()
            && reported.getSupplementalGroupsList().equals(live.groups());
    return same ? "" : recorded + " -> " + live;
  }

  /** As Muster's node asks: a group without a user comes with the user part of the image's USER. */
  private static void ask(
      dev.muster.cri.v1.LinuxContainerSecurityContext.Builder context, JsonNode recorded) {
    JsonNode group = recorded.path("runAsGroup");
    if (recorded.path("runAsUser").isNumber()) {
      context.setRunAsUser(id(recorded.path("runAsUser").asLong()));
    } else if (group.isNumber()) {
      String user = recorded.path("image").path("user").asText().replaceFirst(":.*", "");
      if (user.isEmpty()) {
        context.setRunAsUser(id(0));
      } else if (user.chars().allMatch(Character::isDigit)) {
        context.setRunAsUser(id(Long.parseLong(user)));
      } else {
        context.setRunAsUsername(user);
      }
    }
    if (group.isNumber()) {
      context.setRunAsGroup(id(group.asLong()));
    }
    recorded
        .path("supplementalGroups")
        .forEach(each -> context.addSupplementalGroups(each.asLong()));
    context.setSupplementalGroupsPolicy(
        SupplementalGroupsPolicy.valueOf(
            recorded.path("supplementalGroupsPolicy").asText("Merge")));
  }

  private static String refusal(ContainerConfig.Builder config) {
    try {
      runtime.create(sandbox, pod, config);
      return "";
    } catch (StatusRuntimeException e) {
      return String.valueOf(e.getStatus().getDescription());
    }
  }

  private static Int64Value id(long value) {
    return Int64Value.newBuilder().setValue(value).build();
  }
}
