package dev.muster.node.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.model.codec.Yaml;
import dev.muster.views.CoreV1.PodSpec;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which kernel parameters pods may set, and the sentence about those they may not. */
class SysctlAllowlistTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "kernel.shm_rmid_forced| | fine",
        "kernel/shm_rmid_forced| | fine",
        "net.ipv4.tcp_syncookies| | fine",
        "net.ipv4.tcp_rmem| | fine",
        "kernel.shm_rmid_forced| hostIPC: true| \"kernel.shm_rmid_forced\" not allowed with host"
            + " IPC enabled",
        "net.ipv4.tcp_syncookies| hostNetwork: true| \"net.ipv4.tcp_syncookies\" not allowed with"
            + " host Net enabled",
        "net.ipv4.tcp_syncookies| hostIPC: true| fine",
        "kernel.msgmax| | \"kernel.msgmax\" not allowlisted",
        "vm.swappiness| | \"vm.swappiness\" not allowlisted",
        "net.core.somaxconn| | fine",
        "net.core.somaxconn| hostNetwork: true| \"net.core.somaxconn\" not allowed with host Net"
            + " enabled",
        "net/ipv4/conf/eth0.1/rp_filter| | fine",
        "net.ipv4.conf.eth0.rp_filter| | \"net.ipv4.conf.eth0.rp_filter\" not allowlisted",
      })
  void ofAPod(String name, String more, String expected) {
    SysctlAllowlist list =
        SysctlAllowlist.of(
            "6.1.0-13-amd64", List.of("net.core.*", "net.ipv4.conf.eth0/1.rp_filter"));
    String spec =
        "{securityContext: {sysctls: [{name: %s, value: \"1\"}]}, %s}"
            .formatted(name, more == null ? "x: y" : more);
    assertThat(
            list.problem(PodSpec.of(Yaml.toTree(spec.getBytes(StandardCharsets.UTF_8))))
                .orElse("fine"))
        .isEqualTo(expected.equals("fine") ? expected : "forbidden sysctl: " + expected);
  }

  @ParameterizedTest
  @CsvSource({
    "4.4.0,         net.ipv4.tcp_keepalive_time, false",
    "4.5,           net.ipv4.tcp_keepalive_time, true",
    "4.14.336,      net.ipv4.tcp_wmem,           false",
    "4.15.0-a.4.16, net.ipv4.tcp_wmem,           true",
    "5.0,           net.ipv4.tcp_wmem,           true",
  })
  void whatOlderKernelsShareIsNotSafe(String kernel, String name, boolean safe) {
    String spec = "{securityContext: {sysctls: [{name: %s}]}}".formatted(name);
    assertThat(
            SysctlAllowlist.of(kernel, List.of())
                .problem(PodSpec.of(Yaml.toTree(spec.getBytes(StandardCharsets.UTF_8))))
                .isEmpty())
        .isEqualTo(safe);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "vm.*| the sysctls \"vm.\" are not known to be namespaced",
        "kernel.panic| the sysctls \"kernel.panic\" are not known to be namespaced",
        "*| the sysctls \"\" are not known to be namespaced",
        "net..x| sysctl \"net..x\" must have at most 253 characters and match regex"
            + " ([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\./])*([a-z0-9][-_a-z0-9]*)?[a-z0-9*]",
      })
  void whatCannotBeAllowed(String pattern, String message) {
    assertThatThrownBy(() -> SysctlAllowlist.of("6.1", List.of(pattern))).hasMessage(message);
  }
}
