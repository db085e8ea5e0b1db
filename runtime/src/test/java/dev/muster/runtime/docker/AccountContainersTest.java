package dev.muster.runtime.docker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.muster.identity.credspec.CredentialSpec;
import dev.muster.identity.credspec.SpecWriter;
import dev.muster.linux.Mounts;
import dev.muster.runtime.refusal.Refused;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The file of a credential spec lives from create to start, and never longer. */
class AccountContainersTest {
  private static final String SPEC =
      SpecWriter.toJson(
              new CredentialSpec(
                  new CredentialSpec.Domain(
                      "contoso.com",
                      "contoso.com",
                      "DEMO",
                      "244818ae-87ca-4fcd-92ec-e79e5252348a",
                      "S-1-5-21-2126729477-2524075714-3094792973"),
                  "WebApplication1",
                  List.of(
                      new CredentialSpec.Account("WebApplication1", "DEMO"),
                      new CredentialSpec.Account("WebApplication1", "contoso.com"))))
          .toString();

  @TempDir Path root;
  private Path directory;
  private ReadingEngine engine;
  private AccountContainers containers;

  @BeforeEach
  void open() throws IOException {
    directory = root.resolve("CredentialSpecs");
    engine = new ReadingEngine(directory);
    containers = AccountContainers.on(engine, directory);
  }

  private List<String> files() throws IOException {
    try (Stream<Path> all = Files.list(directory)) {
      return all.map(each -> each.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void theEngineReadsTheSpecAtStartAndThenTheFileIsGone() throws Exception {
    String id = containers.create(SPEC);
    assertThat(files()).hasSize(1);
    assertThat(engine.options.get(id)).isEqualTo("credentialspec=file://" + files().getFirst());
    assertThat(
            PosixFilePermissions.toString(
                Files.getPosixFilePermissions(directory.resolve(files().getFirst()))))
        .isEqualTo("rw-------");
    containers.start(id);
    assertThat(engine.accounts).containsEntry(id, SPEC);
    assertThat(files()).isEmpty();
  }

  @Test
  void manyAtOnceHaveAFileEach() throws Exception {
    List<String> ids = IntStream.range(0, 20).mapToObj(i -> created()).toList();
    assertThat(files()).hasSize(20);
    for (String id : ids) {
      containers.start(id);
    }
    assertThat(engine.accounts).hasSize(20);
    assertThat(files()).isEmpty();
  }

  private String created() {
    try {
      return containers.create(SPEC);
    } catch (IOException | Refused e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void nothingStaysWhenTheContainerCannotBeCreated() throws Exception {
    engine.failing = "create";
    assertThatThrownBy(() -> containers.create(SPEC)).hasMessage("create failed");
    assertThat(files()).isEmpty();
  }

  @Test
  void nothingStaysWhenTheContainerCannotBeStarted() throws Exception {
    String id = containers.create(SPEC);
    engine.failing = "start";
    assertThatThrownBy(() -> containers.start(id)).hasMessage("start failed");
    assertThat(files()).isEmpty();
  }

  @Test
  void nothingStaysWhenTheContainerIsRemovedBeforeItsStart() throws Exception {
    containers.remove(containers.create(SPEC));
    assertThat(files()).isEmpty();
  }

  @Test
  void nothingStaysEvenWhenTheContainerCannotBeRemoved() throws Exception {
    String id = containers.create(SPEC);
    engine.failing = "remove";
    assertThatThrownBy(() -> containers.remove(id)).hasMessage("remove failed");
    assertThat(files()).isEmpty();
  }

  @Test
  void aBrokenSpecIsNeverWritten() throws Exception {
    assertThatThrownBy(() -> containers.create("{\"CmsPlugins\": 1}"))
        .isInstanceOf(Refused.class)
        .hasMessageStartingWith("credential_spec: $.CmsPlugins: must be a list");
    assertThatThrownBy(() -> containers.create("")).isInstanceOf(Refused.class);
    assertThat(files()).isEmpty();
    assertThat(engine.options).isEmpty();
  }

  @Test
  void nothingStaysWhenTheDiskIsFull() throws Exception {
    assumeTrue(System.getProperty("user.name", "").equals("root"), "a full disk needs root");
    Mounts.mount("full", directory, "tmpfs", 0, "size=4k");
    try {
      Files.write(directory.resolve("fill"), new byte[4096]);
      assertThatThrownBy(() -> containers.create(SPEC)).isInstanceOf(IOException.class);
      assertThat(files()).containsExactly("fill");
      assertThat(engine.options).isEmpty();
    } finally {
      Mounts.unmount(directory);
    }
  }

  @Test
  void aDirectoryThatCannotBeOneIsAnError() throws Exception {
    Path file = Files.writeString(root.resolve("file"), "");
    assertThatThrownBy(() -> AccountContainers.on(engine, file)).isInstanceOf(IOException.class);
  }

  @Test
  void theNextProcessRemovesWhatIsLeftAndStartsWhatWaits() throws Exception {
    String lost = containers.create(SPEC);
    String waiting = containers.create(SPEC);
    engine.remove(lost);
    Files.writeString(directory.resolve("by-hand.json"), SPEC);
    AccountContainers next = AccountContainers.on(engine, directory);
    assertThat(files()).hasSize(2).contains("by-hand.json");
    next.start(waiting);
    assertThat(engine.accounts).containsEntry(waiting, SPEC);
    assertThat(files()).containsExactly("by-hand.json");
  }

  /** Reads a credential spec as docker does: when a container starts, from its own directory. */
  private static final class ReadingEngine implements Engine {
    final Map<String, String> options = new LinkedHashMap<>();
    final Map<String, String> accounts = new LinkedHashMap<>();
    String failing = "";
    private final Path directory;
    private int made;

    ReadingEngine(Path directory) {
      this.directory = directory;
    }

    @Override
    public String create(List<String> securityOptions) throws IOException {
      fail("create");
      String id = "c" + made++;
      options.put(id, securityOptions.getFirst());
      return id;
    }

    @Override
    public void start(String id) throws IOException {
      fail("start");
      String name = options.getOrDefault(id, "").substring("credentialspec=file://".length());
      accounts.put(id, Files.readString(directory.resolve(name)));
    }

    @Override
    public void remove(String id) throws IOException {
      fail("remove");
      options.remove(id);
    }

    @Override
    public Map<String, String> waiting() {
      Map<String, String> created = new LinkedHashMap<>(options);
      created.keySet().removeAll(accounts.keySet());
      return created;
    }

    private void fail(String call) throws IOException {
      if (failing.equals(call)) {
        throw new IOException(call + " failed");
      }
    }
  }
}
