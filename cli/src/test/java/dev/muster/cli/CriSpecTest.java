package dev.muster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.runtime.hosttools.HostTools;
import dev.muster.runtime.images.ImageStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The bundles of containers that are asked for as crictl's users do. */
class CriSpecTest {
  private static final Path EXAMPLE = Path.of("../examples/crictl");
  private static final String POD =
      "{\"metadata\": {\"name\": \"p\", \"namespace\": \"default\"}, \"hostname\": \"p\"}";
  private static final String ACCOUNT =
      """
      {"CmsPlugins": ["ActiveDirectory"],
       "DomainJoinConfig": {"DnsName": "contoso.com", "DnsTreeName": "contoso.com",
         "Guid": "244818ae-87ca-4fcd-92ec-e79e5252348a", "MachineAccountName": "WebApplication1",
         "NetBiosName": "CONTOSO", "Sid": "S-1-5-21-2126729477-2524175714-3194792973"},
       "ActiveDirectoryConfig": {"GroupManagedServiceAccounts": [
         {"Name": "WebApplication1", "Scope": "CONTOSO"}]}}
      """;

  @TempDir static Path directory;

  @BeforeAll
  static void images() throws IOException {
    HostTools.build(ImageStore.open(directory.resolve("images")));
  }

  private static SpecRun spec(Path container, Path pod) {
    return SpecRun.of(
        directory.resolve("images"), "--container-config=" + container, "--pod-config=" + pod);
  }

  private static SpecRun spec(String container, String pod) throws IOException {
    return spec(file("container-config", container), file("pod-config", pod));
  }

  private static Path file(String name, String text) throws IOException {
    return Files.writeString(directory.resolve(name), text);
  }

  @Test
  void ofTheExampleIsWhatRuncWouldBeGiven() throws IOException {
    JsonNode config =
        spec(EXAMPLE.resolve("container-config.json"), EXAMPLE.resolve("pod-config.json")).config();
    assertThat(config.at("/process/user").toString())
        .isEqualTo("{\"uid\":1000,\"gid\":1000,\"additionalGids\":[1000,60000]}");
    assertThat(config.at("/process/args").toString()).isEqualTo("[\"sleep\",\"1000\"]");
    assertThat(config.at("/process/env").toString()).contains("\"GREETING=hello\"");
    assertThat(config.at("/process/noNewPrivileges").asBoolean()).isTrue();
    assertThat(config.at("/process/capabilities/bounding").isEmpty()).isTrue();
    assertThat(config.at("/root/readonly").asBoolean()).isTrue();
    assertThat(config.at("/linux/resources/memory/limit").asLong()).isEqualTo(1 << 28);
    assertThat(config.at("/linux/namespaces").toString()).contains("{\"type\":\"pid\"}");
    assertThat(config.at("/mounts").toString())
        .contains(
            "{\"destination\":\"/data\",\"type\":\"bind\",\"source\":\"/srv/data\","
                + "\"options\":[\"rbind\",\"rprivate\",\"ro\"]}");
    assertThat(Path.of("/srv/data")).doesNotExist();
  }

  @Test
  void camelCaseNamesOfConstantsAndYamlMeanTheSame() throws IOException {
    String yaml =
        """
        metadata: {name: web}
        image: {image: "muster.local/host-tools:1"}
        command: [sleep, "1000"]
        envs: [{key: GREETING, value: hello}]
        mounts: [{containerPath: /data, hostPath: /srv/data, readonly: true}]
        logPath: web.log
        linux:
          resources: {memoryLimitInBytes: "268435456", cpuShares: 512}
          securityContext:
            runAsUser: {value: 1000}
            supplementalGroups: [60000]
            supplementalGroupsPolicy: Strict
            capabilities: {dropCapabilities: [ALL]}
            namespaceOptions: {pid: CONTAINER}
            noNewPrivs: true
            readonlyRootfs: true
        """;
    Path pod = EXAMPLE.resolve("pod-config.json");
    assertThat(spec(file("camel.yaml", yaml), pod).config())
        .isEqualTo(spec(EXAMPLE.resolve("container-config.json"), pod).config());
  }

  @Test
  void ofAWindowsContainerIsForWindowsAndHasItsAccount() throws IOException {
    String container =
        """
        {"metadata": {"name": "iis"}, "image": {"image": "servercore"}, "command": ["cmd"],
         "windows": {"security_context": {"run_as_username": "contoso\\\\jane", "credential_spec": %s},
                     "resources": {"cpu_maximum": 5000}}}
        """
            .formatted(SpecRun.JSON.writeValueAsString(ACCOUNT));
    JsonNode config = spec(container, POD).config();
    assertThat(config.at("/windows/credentialSpec")).isEqualTo(SpecRun.JSON.readTree(ACCOUNT));
    assertThat(config.at("/process/user/username").asText()).isEqualTo("contoso\\jane");
    assertThat(config.at("/windows/resources/cpu/maximum").asInt()).isEqualTo(5000);
    assertThat(config.has("linux")).isFalse();
    SpecRun broken = spec(container.replace("ActiveDirectory\\\"]", "\\\"]"), POD);
    assertThat(broken.exit()).isEqualTo(1);
    assertThat(broken.err()).contains("iis: windows.security_context.credential_spec: $.");
  }

  @Test
  void aSharedProcessTableAndAMountedImageAreNamedThoughNobodyHasMadeThem() throws IOException {
    String config =
        spec(
                """
                {"metadata": {"name": "debug"}, "image": {"image": "x"}, "command": ["sh"],
                 "mounts": [{"container_path": "/tools", "image": {"image": "y"}, "image_sub_path": "bin"}],
                 "linux": {"security_context": {"namespace_options": {"pid": "TARGET", "target_id": "c1"}}}}
                """,
                POD)
            .config()
            .toString();
    assertThat(config)
        .contains("{\"type\":\"pid\",\"path\":\"/proc/target/ns/pid\"}")
        .contains("\"source\":\"/var/lib/muster/runtime/snapshots/container.mount0/bin\"");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          "linux": {"security_contxt": {}}                      | linux.security_contxt: unknown field; did you mean "security_context"?
          "linux": {"securityContxt": {}}                       | linux.securityContxt: unknown field; did you mean "securityContext"?
          "nonsense": 1                                         | nonsense: unknown field
          "tty": "yes"                                          | tty: must be true or false
          "args": "one"                                         | args: must be a list
          "args": ["one", 2]                                    | args[1]: must be a string: put 2 in quotes
          "envs": [{"key": "A", "value": 1}]                    | envs[0].value: must be a string: put 1 in quotes
          "labels": ["a"]                                       | labels: must be an object
          "labels": {"a": true}                                 | labels[a]: must be a string: put true in quotes
          "log_path": "a", "logPath": "b"                       | logPath: is given twice, in two spellings
          "linux": {"resources": {"cpu_shares": 1.5}}           | linux.resources.cpu_shares: must be a whole number of at most 64 bits
          "linux": {"security_context": {"run_as_user": 1000}}  | linux.security_context.run_as_user: must be an object: write {"value": 1000}
          "linux": {"security_context": {"supplemental_groups_policy": "strict"}} | linux.security_context.supplemental_groups_policy: must be one of Merge (0), Strict (1)
          "linux": {"security_context": {"namespace_options": {"pid": 9}}} | linux.security_context.namespace_options.pid: must be one of POD (0), CONTAINER (1), NODE (2), TARGET (3)
          "log_path": "../../etc"                               | c: log_path: "../../etc" leads out of the log directory
          "linux": {"security_context": {"run_as_group": {"value": 5}}} | c: run_as_group: user group 5 is specified without user
          "tty": true, "tty": false                             | line 1: not JSON: Duplicate field 'tty'
          "tty":                                                | line 1: not JSON: Unexpected character
          """)
  void whatIsWrongIsToldWithItsPlace(String field, String problem) throws IOException {
    SpecRun run =
        spec(
            "{\"metadata\": {\"name\": \"c\"}, \"image\": {\"image\": \"x\"}, \"command\": [\"sh\"], "
                + field
                + "}",
            POD);
    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.err()).contains(problem);
  }

  @Test
  void everyProblemIsToldAtOnceWithItsFile() throws IOException {
    SpecRun run = spec("{\"image\": \"x\", \"comand\": []}", POD);
    assertThat(run.err())
        .isEqualToNormalizingNewlines(
            """
            muster: %1$s: image: must be an object
            %1$s: comand: unknown field; did you mean "command"?
            """
                .formatted(directory.resolve("container-config")));
  }

  @Test
  void aFileThatIsNotOneIsNamed() throws IOException {
    String container = "{\"metadata\": {\"name\": \"c\"}, \"image\": {\"image\": \"x\"}}";
    assertThat(spec(container, "{}").err()).contains("pod-config: metadata.name: required");
    assertThat(spec("{}", POD).err()).contains("container-config: metadata.name: required");
    assertThat(spec("[]", POD).err()).contains("container-config: must be an object");
    assertThat(spec("a: {", POD).err()).contains("container-config: ").contains("line ");
    assertThat(spec(container, POD).err())
        .contains("image \"x\" is not in the store, so nobody knows its command");
    assertThat(spec(directory.resolve("none"), directory.resolve("none")).err())
        .contains("none: no such file");
  }

  @Test
  void oneWayOfAskingAtATime() {
    SpecRun none = SpecRun.of(directory);
    assertThat(none.exit()).isEqualTo(2);
    assertThat(none.err().replaceAll("\\s+", " ")).contains("-f=FILE", "--container-config=FILE");
    assertThat(SpecRun.of(directory, "-f", "x", "--pod-config", "y").exit()).isEqualTo(2);
    assertThat(SpecRun.of(directory, "--container-config", "x").err()).contains("--pod-config");
  }
}
