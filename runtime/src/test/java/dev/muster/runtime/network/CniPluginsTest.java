package dev.muster.runtime.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.runtime.refusal.Refused;
import io.grpc.Context;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Plugins that do not end, write without end, or leave others behind: all of real shell. */
class CniPluginsTest {
  private static final Duration LONG = Duration.ofMinutes(5);
  private static final Duration SHORT = Duration.ofMillis(300);

  /** In the arguments of every process that a plugin of this test starts. */
  private final String mark = "1" + (UUID.randomUUID().getLeastSignificantBits() >>> 20);

  @TempDir Path directory;
  private PodNetwork.Member member =
      new PodNetwork.Member("", "", "", "", "", Path.of("/"), List.of());

  @BeforeEach
  void sandbox() throws IOException {
    Path kept = Files.createDirectory(directory.resolve("sandbox")).resolve("network.json");
    member =
        new PodNetwork.Member("id", "pod", "default", "uid", "/proc/self/ns/net", kept, List.of());
    Files.createDirectory(directory.resolve("bin"));
    Files.createDirectory(directory.resolve("net.d"));
  }

  @AfterEach
  void nothingIsLeft() throws IOException {
    assertThat(marked()).isEmpty();
    assertThat(names(directory.resolve("sandbox"))).doesNotContain("cni");
  }

  @Test
  void aPluginThatHangsIsKilledWithWhatItStarted() throws Exception {
    network("sleep %1$s & setsid sleep %1$s & wait");
    assertThatThrownBy(() -> connecting(SHORT, LONG).connect(member))
        .isInstanceOfSatisfying(
            Refused.class, e -> assertThat(e.kind()).isEqualTo(Refused.Kind.TIMED_OUT))
        .hasMessage(
            "plugin type=\"odd\" failed (add): no answer within 0.3 seconds; it was killed");
  }

  @Test
  void aPluginThatHangsAtTheEndIsKilledTooAndAskedAgain() throws Exception {
    network("if [ $CNI_COMMAND = DEL ] && [ ! -e repaired ]; then sleep %1$s; fi; echo '{}'");
    PodNetwork network = connecting(LONG, SHORT);
    assertThat(network.connect(member)).isEmpty();
    assertThatThrownBy(() -> network.disconnect(member))
        .hasMessage(
            "plugin type=\"odd\" failed (del): no answer within 0.3 seconds; it was killed");
    assertThat(member.kept()).exists();
    Files.createFile(directory.resolve("bin/repaired"));
    connecting(LONG, LONG).disconnect(member);
    assertThat(member.kept()).doesNotExist();
  }

  @Test
  void oneThatHangsAtTheEndDoesNotKeepTheOthersFromTakingBack() throws Exception {
    plugin("odd", "if [ $CNI_COMMAND = DEL ]; then sleep %1$s; fi; echo '{}'");
    plugin("fine", "echo $CNI_COMMAND >> asked; echo '{}'");
    configure("{\"type\": \"fine\"}, {\"type\": \"odd\"}");
    PodNetwork network = connecting(LONG, SHORT);
    network.connect(member);
    assertThatThrownBy(() -> network.disconnect(member)).hasMessageContaining("odd");
    assertThat(directory.resolve("bin/asked")).hasContent("ADD\nDEL");
  }

  @Test
  void aPluginIsKilledWhenItsCallerGivesUp() throws Exception {
    network("sleep %1$s");
    try (ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor()) {
      Context.CancellableContext call =
          Context.current().withDeadlineAfter(300, TimeUnit.MILLISECONDS, clock);
      assertThatThrownBy(() -> call.call(() -> connecting(LONG, LONG).connect(member)))
          .hasMessage(
              "plugin type=\"odd\" failed (add): no answer before its caller gave up; it was killed");
    }
  }

  @Test
  void aCallerWhoHasGoneDoesNotKeepPluginsFromTakingBack() throws Exception {
    network("echo '{}'");
    PodNetwork network = connecting(LONG, LONG);
    network.connect(member);
    Context.CancellableContext call = Context.current().withCancellation();
    call.cancel(null);
    call.call(
        () -> {
          network.disconnect(member);
          return true;
        });
    assertThat(member.kept()).doesNotExist();
  }

  @Test
  void aPluginThatFloodsIsKilled() throws Exception {
    network("yes %1$s");
    assertThatThrownBy(() -> connecting(LONG, LONG).connect(member))
        .isInstanceOfSatisfying(
            Refused.class, e -> assertThat(e.kind()).isEqualTo(Refused.Kind.FAILED))
        .hasMessage(
            "plugin type=\"odd\" failed (add): it wrote more than 1048576 bytes; it was killed");
  }

  @Test
  void aPluginThatFloodsItsErrorsIsKilled() throws Exception {
    network("yes %1$s >&2");
    assertThatThrownBy(() -> connecting(LONG, LONG).connect(member))
        .hasMessageContaining("it wrote more than 1048576 bytes");
  }

  @Test
  void somebodyWhoKeepsTheOutputOpenIsNotWaitedFor() throws Exception {
    network(
        "sleep %1$s & echo $! > child;" + " echo '{\"ips\": [{\"address\": \"10.1.2.3/24\"}]}'");
    assertThat(connecting(LONG, LONG).connect(member)).containsExactly("10.1.2.3");
    // a daemon that a plugin has started for good is not ours to end
    long child = Long.parseLong(Files.readString(directory.resolve("bin/child")).strip());
    ProcessHandle daemon = ProcessHandle.of(child).orElseThrow();
    assertThat(daemon.isAlive()).isTrue();
    daemon.destroyForcibly();
  }

  @Test
  void aPluginThatReadsNothingIsNotWrittenTo() throws Exception {
    network("echo '{}'", "x".repeat(500_000));
    assertThat(connecting(LONG, LONG).connect(member)).isEmpty();
  }

  @Test
  void aPluginReadsAllOfItsConfiguration() throws Exception {
    network("grep -q 'x\\{20000\\}' && echo '{}'", "x".repeat(500_000));
    assertThat(connecting(LONG, LONG).connect(member)).isEmpty();
  }

  @Test
  void whatAPluginSaysOfItsFailureIsTold() throws Exception {
    network("echo no such bridge >&2; exit 3");
    assertThatThrownBy(() -> connecting(LONG, LONG).connect(member))
        .hasMessage("plugin type=\"odd\" failed (add): no such bridge");
    network("exit 3");
    assertThatThrownBy(() -> connecting(LONG, LONG).connect(member))
        .hasMessage("plugin type=\"odd\" failed (add): exit code 3");
    network("echo done");
    assertThatThrownBy(() -> connecting(LONG, LONG).connect(member))
        .hasMessage("plugin type=\"odd\" failed (add): its answer is not JSON");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "node-1", "10.1.2.3\\n127.0.0.1 registry", "/24", "1.2.3.4.5/24"})
  void whatIsNoAddressIsNotTakenForOne(String address) throws Exception {
    network("echo '{\"ips\": [{\"address\": \"" + address.replace("\\", "\\\\") + "\"}]}'");
    assertThatThrownBy(() -> connecting(LONG, LONG).connect(member))
        .isInstanceOf(Refused.class)
        .hasMessage("plugin type=\"odd\" failed (add): \"" + address + "\" is not an address");
  }

  @Test
  void whatAPluginSaysAfterItTookEverythingBackDoesNotMatter() throws Exception {
    network("if [ $CNI_COMMAND = DEL ]; then echo done; else echo '{}'; fi");
    PodNetwork network = connecting(LONG, LONG);
    network.connect(member);
    network.disconnect(member);
    assertThat(member.kept()).doesNotExist();
  }

  private PodNetwork connecting(Duration adding, Duration taking) {
    return new CniNetwork(
        directory.resolve("net.d"), List.of(directory.resolve("bin")), adding, taking);
  }

  /** A network of one plugin, whose script may have the mark in it. */
  private void network(String script) throws IOException {
    network(script, "");
  }

  private void network(String script, String filling) throws IOException {
    plugin("odd", script);
    configure("{\"type\": \"odd\", \"filling\": \"" + filling + "\"}");
  }

  private void configure(String plugins) throws IOException {
    Files.writeString(
        directory.resolve("net.d/net.conflist"),
        "{\"cniVersion\": \"1.0.0\", \"name\": \"n\", \"plugins\": [" + plugins + "]}");
  }

  private void plugin(String name, String script) throws IOException {
    Path bin = directory.resolve("bin");
    Path file = bin.resolve(name);
    Files.writeString(file, "#!/bin/sh\ncd " + bin + "\n" + script.formatted(mark) + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
  }

  /** Processes that plugins of this test have left; those that were killed need a moment. */
  private List<String> marked() {
    return ProcessHandle.allProcesses()
        .filter(this::isMarked)
        .filter(left -> left.onExit().completeOnTimeout(null, 10, TimeUnit.SECONDS).join() == null)
        .map(left -> left.info().toString())
        .toList();
  }

  private boolean isMarked(ProcessHandle process) {
    return process.info().commandLine().orElse("").contains(mark);
  }

  private static List<String> names(Path directory) throws IOException {
    try (Stream<Path> found = Files.list(directory)) {
      return found.map(each -> each.getFileName().toString().substring(0, 3)).toList();
    }
  }
}
