package dev.muster.node.users;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.cri.v1.NamespaceMode;
import dev.muster.cri.v1.RuntimeHandler;
import dev.muster.cri.v1.RuntimeHandlerFeatures;
import dev.muster.cri.v1.UserNamespace;
import dev.muster.node.containers.PodPaths;
import dev.muster.views.CoreV1.Pod;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PodUsersTest {
  private static final String CANNOT = "can't set `spec.hostUsers: false`, ";
  private static final List<RuntimeHandler> HANDLERS =
      List.of(handler("", true), handler("can", true), handler("cannot", false));

  @TempDir Path root;

  @ParameterizedTest
  @CsvSource({"''", "true"})
  void podsHaveTheHostsIdsUnlessTheySayOtherwise(String hostUsers) throws Exception {
    PodUsers users = users(Optional.empty());
    Pod pod = pod(hostUsers);
    assertThat(users.forSandbox(pod, "")).isEqualTo(PodUsers.HOST);
    assertThat(users.forContainer(pod)).isEqualTo(PodUsers.HOST);
    assertThat(root).isEmptyDirectory();
  }

  @Test
  void sandboxAndContainersHaveTheSameRange() throws Exception {
    PodUsers users = users(Optional.of(HANDLERS));
    UserNamespace sandbox = users.forSandbox(pod("false"), "can");
    assertThat(sandbox.getMode()).isEqualTo(NamespaceMode.POD);
    assertThat(sandbox.getUidsList()).isEqualTo(sandbox.getGidsList()).hasSize(1);
    assertThat(sandbox.getUids(0).getHostId()).isEqualTo(65_536);
    assertThat(sandbox.getUids(0).getContainerId()).isZero();
    assertThat(sandbox.getUids(0).getLength()).isEqualTo(65_536);
    assertThat(users.forContainer(pod("false"))).isEqualTo(sandbox);
    users.release("a");
    assertThatThrownBy(() -> users.forContainer(pod("false")))
        .hasMessage("the pod's sandbox has no user namespace");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "cannot  | RuntimeClass handler \"cannot\" does not support user namespaces",
        "unknown | RuntimeClass handler \"unknown\" does not support user namespaces:"
            + " the handler \"unknown\" is not known"
      })
  void aHandlerThatCannotIsRefused(String handler, String why) {
    assertThatThrownBy(() -> users(Optional.of(HANDLERS)).forSandbox(pod("false"), handler))
        .isInstanceOf(IOException.class)
        .hasMessage(CANNOT + why);
  }

  @Test
  void aRuntimeThatSaysNothingIsRefused() {
    assertThatThrownBy(() -> users(Optional.of(List.of())).forSandbox(pod("false"), ""))
        .hasMessage(
            CANNOT + "runtime does not support user namespaces: the handler \"\" is not known");
    assertThatThrownBy(() -> users(Optional.empty()).forSandbox(pod("false"), ""))
        .hasMessage(
            CANNOT + "runtime does not support user namespaces: runtime handlers are not set");
  }

  private PodUsers users(Optional<List<RuntimeHandler>> handlers) throws IOException {
    return new PodUsers(HostIdRanges.in(new PodPaths(root, root)), () -> handlers);
  }

  private static RuntimeHandler handler(String name, boolean can) {
    return RuntimeHandler.newBuilder()
        .setName(name)
        .setFeatures(RuntimeHandlerFeatures.newBuilder().setUserNamespaces(can))
        .build();
  }

  private static Pod pod(String hostUsers) {
    ObjectNode tree = new ObjectMapper().createObjectNode();
    tree.putObject("metadata").put("name", "a").put("uid", "a");
    ObjectNode spec = tree.putObject("spec");
    if (!hostUsers.isEmpty()) {
      spec.put("hostUsers", Boolean.parseBoolean(hostUsers));
    }
    return Pod.of(tree);
  }
}
