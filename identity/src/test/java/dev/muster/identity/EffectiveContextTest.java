package dev.muster.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The documents' own examples, and what a pod's owner is told. */
class EffectiveContextTest {
  private static final String PASSWD = "root:x:0:0::/:\nalice:x:1000:1000::/:\n";
  private static final String GROUP = "root:x:0:\nalice:x:1000:\ngroup-in-image:x:50000:alice\n";

  @ParameterizedTest(name = "user {0}, group {1}, image USER {2} -> {3}")
  @CsvSource({
    "9999,9999,'',9999:9999",
    "9999,null,'',9999:0",
    "1000,null,'',1000:1000",
    "null,9999,'',0:9999",
    "null,9999,alice,1000:9999",
    "null,9999,1000:50000,1000:9999",
    "null,null,'',0:0",
    "null,null,alice,1000:1000",
    "null,null,1000,1000:1000",
    "null,null,4242,4242:0",
    "null,null,alice:group-in-image,1000:50000",
    "null,null,1000:7,1000:7",
    "null,null,1000:group-in-image,1000:50000",
    "null,null,alice:7,1000:7",
    "null,null,:9999,0:9999"
  })
  void theRowsOfTheRunAsGroupProposal(String user, String group, String imageUser, String expected)
      throws Exception {
    ProcessIdentity found =
        resolve("{\"runAsUser\":%s,\"runAsGroup\":%s}".formatted(user, group), "{}", imageUser);
    assertThat(found.uid().value() + ":" + found.gid().value()).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"Merge,1000 50000 60000", "Strict,1000 60000", "'',1000 50000 60000"})
  void theExampleOfSupplementalGroupsPolicy(String policy, String groups) throws Exception {
    String field = policy.isEmpty() ? "" : ",\"supplementalGroupsPolicy\":\"" + policy + "\"";
    ProcessIdentity found =
        resolve(
            "{\"runAsUser\":1000,\"runAsGroup\":1000,\"supplementalGroups\":[60000]" + field + "}",
            "{}",
            "alice");
    assertThat(found.groupIds().stream().map(String::valueOf).collect(Collectors.joining(" ")))
        .isEqualTo(groups);
  }

  @Test
  void everyNumberSaysWhereItCameFrom() throws Exception {
    ProcessIdentity found =
        resolve(
            "{\"runAsUser\":5,\"runAsGroup\":6,\"fsGroup\":50000,\"supplementalGroups\":[7,6]}",
            "{\"runAsUser\":1000}",
            "");
    assertThat(found.uid().explanation()).isEqualTo("container's securityContext.runAsUser");
    assertThat(found.gid().explanation()).isEqualTo("pod's securityContext.runAsGroup");
    assertThat(found.groups().stream().map(each -> each.value() + ": " + each.explanation()))
        .containsExactly(
            "6: the primary group: pod's securityContext.runAsGroup; also pod's"
                + " securityContext.supplementalGroups[1]",
            "7: pod's securityContext.supplementalGroups[0]",
            "50000: pod's securityContext.fsGroup; also \"group-in-image\", line 3 of the image's"
                + " /etc/group, policy Merge");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        "{\"runAsNonRoot\":true,\"runAsUser\":0} | alice | container's runAsUser breaks non-root policy",
        "{\"runAsNonRoot\":true} | '' | container has runAsNonRoot and image will run as root",
        "{\"runAsNonRoot\":true} | 0 | container has runAsNonRoot and image will run as root",
        "{\"runAsNonRoot\":true} | alice | container has runAsNonRoot and image has non-numeric user"
            + " (alice), cannot verify user is non-root",
        "{\"runAsNonRoot\":true} | 1000 | -",
        "{\"runAsNonRoot\":true,\"runAsUser\":5} | alice | -",
        "{\"runAsNonRoot\":false,\"runAsUser\":0} | '' | -"
      })
  void rootIsRefusedInTheWordsOfKubelet(String container, String imageUser, String refusal)
      throws Exception {
    EffectiveContext context = EffectiveContext.of(json("{}"), json(container));
    assertThat(NonRoot.refusal(context, imageUser, "web_default(1-2-3)", "main").orElse(null))
        .isEqualTo(
            refusal == null ? null : refusal + " (pod: \"web_default(1-2-3)\", container: main)");
  }

  @Test
  void theContainersWordOnNonRootCounts() throws Exception {
    assertThat(
            EffectiveContext.of(json("{\"runAsNonRoot\":true}"), json("{\"runAsNonRoot\":false}"))
                .runAsNonRoot())
        .isFalse();
  }

  @Test
  void surprisesAreNamedWithTheirRemedy() throws Exception {
    assertThat(Surprises.of(resolve("{}", "{}", "")))
        .containsExactly(
            "runs as root: set runAsUser, or runAsNonRoot to have it refused",
            "its primary group is root's (gid 0): set runAsGroup");
    assertThat(Surprises.of(resolve("{}", "{}", "alice")))
        .containsExactly(
            "the image's /etc/group adds 50000: set supplementalGroupsPolicy to Strict to leave them"
                + " out");
    assertThat(Surprises.of(resolve("{\"supplementalGroupsPolicy\":\"Strict\"}", "{}", "alice")))
        .isEmpty();
  }

  @Test
  void whatIsOutOfRangeIsAnErrorThatNamesTheField() {
    assertThatThrownBy(() -> resolve("{\"runAsUser\":-1}", "{}", ""))
        .hasMessage("pod's securityContext.runAsUser: -1 is not between 0 and 2147483647");
    assertThatThrownBy(() -> resolve("{}", "{\"runAsGroup\":2147483648}", ""))
        .hasMessage(
            "container's securityContext.runAsGroup: 2147483648 is not between 0 and 2147483647");
    assertThatThrownBy(() -> resolve("{}", "{}", "4294967296"))
        .hasMessage("invalid image USER value \"4294967296\": uid out of range");
    assertThatThrownBy(() -> resolve("{}", "{}", "a:b:c"))
        .hasMessage("invalid image USER value \"a:b:c\"");
    assertThatThrownBy(() -> resolve("{}", "{}", "bob"))
        .hasMessage("image USER \"bob\": no user \"bob\" in the image's /etc/passwd");
  }

  private static ProcessIdentity resolve(String pod, String container, String imageUser)
      throws Exception {
    return ProcessIdentity.resolve(
        EffectiveContext.of(json(pod), json(container)).request(imageUser),
        ImageAccounts.of(PASSWD, GROUP));
  }

  private static JsonNode json(String text) throws Exception {
    return new ObjectMapper().readTree(text);
  }
}
