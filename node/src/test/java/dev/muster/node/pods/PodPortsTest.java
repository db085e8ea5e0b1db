package dev.muster.node.pods;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.field.At;
import dev.muster.node.features.GroupsPolicySupport;
import dev.muster.node.probes.PodPorts;
import dev.muster.views.CoreV1.Pod;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Where probes and hooks look for a pod's ports. */
class PodPortsTest {
  private static final NodeFacts NODE =
      new NodeFacts(
          "here",
          List.of("192.0.2.7"),
          At.root(JsonNodeFactory.instance.objectNode()),
          "muster",
          new GroupsPolicySupport(35, true, true),
          URI.create("https://127.0.0.1:6443"));

  @Test
  void aPodWithoutAnAddressIsAskedFromInside() {
    assertThat(LifecycleHooks.ports(pod(false), List.of(), NODE))
        .isEqualTo(new PodPorts.InsideOnly());
  }

  @Test
  void aPodWithAnAddressIsAskedThere() {
    assertThat(LifecycleHooks.ports(pod(false), List.of("10.1.0.2", "fd00::2"), NODE))
        .isEqualTo(new PodPorts.AtAddress("10.1.0.2"));
  }

  @Test
  void onlyAPodOnTheHostsNetworkIsAskedAtTheNode() {
    assertThat(LifecycleHooks.ports(pod(true), List.of(), NODE))
        .isEqualTo(new PodPorts.AtAddress("192.0.2.7"));
  }

  private static Pod pod(boolean hostNetwork) {
    ObjectNode tree = JsonNodeFactory.instance.objectNode();
    tree.putObject("spec").put("hostNetwork", hostNetwork);
    return Pod.of(tree);
  }
}
