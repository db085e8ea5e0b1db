package dev.muster.identity.credspec;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.muster.testing.GmsaProposal;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which specs are taken, and what is said about the others. */
class CredentialSpecTest {
  static JsonNode example() {
    try {
      return new ObjectMapper().readTree(GmsaProposal.CREDENTIAL_SPEC);
    } catch (JsonProcessingException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void theProposalsExampleIsValidAndWrittenBackAsItWas() {
    assertThat(Reading.of(GmsaProposal.CREDENTIAL_SPEC))
        .isInstanceOfSatisfying(
            Reading.Valid.class,
            valid -> {
              assertThat(valid.spec().accounts())
                  .containsExactly(
                      new CredentialSpec.Account("WebApplication1", "DEMO"),
                      new CredentialSpec.Account("WebApplication1", "contoso.com"));
              assertThat(SpecWriter.toJson(valid.spec())).isEqualTo(example());
            });
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "\"ActiveDirectory\" | \"Kerberos\" | $.CmsPlugins[0]: must be \"ActiveDirectory\"",
        "[\"ActiveDirectory\"] | [] | $.CmsPlugins: must be a list with at least one element",
        "\"CmsPlugins\" | \"Plugins\" | $.CmsPlugins: is required",
        "\"Guid\": \"244818ae- | \"Guid\": \"244818ag- | $.DomainJoinConfig.Guid: must be a GUID such as 244818ae-87ca-4fcd-92ec-e79e5252348a",
        "\"Sid\": \"S-1-5-21-2126729477 | \"Sid\": \"S-1-5-21-9126729477 | $.DomainJoinConfig.Sid: must be the SID of a domain such as S-1-5-21-2126729477-2524075714-3094792973",
        "\"Sid\" | \"SID\" | $.DomainJoinConfig.Sid: is required",
        "\"DnsName\": \"contoso.com\" | \"DnsName\": 5 | $.DomainJoinConfig.DnsName: must be a text",
        "\"NetBiosName\": \"DEMO\" | \"NetBiosName\": \"DE/MO\" | $.DomainJoinConfig.NetBiosName: must be a NetBIOS name of at most 15 characters such as DEMO",
        "\"ActiveDirectoryConfig\": { | \"ActiveDirectoryConfig\": [], \"x\": { | $.ActiveDirectoryConfig: must be an object",
        "\"Scope\": \"DEMO\" | \"Scope\": \"OTHER\" | $.ActiveDirectoryConfig.GroupManagedServiceAccounts[0].Scope: \"OTHER\" is not the domain: must be \"DEMO\" or \"contoso.com\"; $.DomainJoinConfig.NetBiosName: no account has the scope \"DEMO\"",
        "\"MachineAccountName\": \"WebApplication1\" | \"MachineAccountName\": \"Web2\" | $.DomainJoinConfig.MachineAccountName: \"Web2\" is not one of the GroupManagedServiceAccounts; $.ActiveDirectoryConfig.GroupManagedServiceAccounts[0].Name: no account is named \"Web2\" as the machine is; $.ActiveDirectoryConfig.GroupManagedServiceAccounts[1].Name: no account is named \"Web2\" as the machine is",
      })
  void faultsNameThePlace(String part, String changed, String faults) {
    assertThat(GmsaProposal.CREDENTIAL_SPEC).contains(part);
    assertThat(Reading.of(GmsaProposal.CREDENTIAL_SPEC.replace(part, changed)))
        .isInstanceOfSatisfying(
            Reading.Faulty.class, found -> assertThat(found.text()).isEqualTo(faults));
  }

  @Test
  void allFaultsAreToldAtOnce() {
    assertThat(Reading.of("{}"))
        .isEqualTo(
            new Reading.Faulty(
                List.of(
                    new Fault("$.CmsPlugins", "is required"),
                    new Fault("$.DomainJoinConfig", "is required"),
                    new Fault("$.ActiveDirectoryConfig", "is required"))));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "[]", "null", "5", "{} {}", "{\"a\":1,\"a\":2}", "\uFEFF{}"})
  void whatIsNoObjectIsAFaultOfTheWhole(String text) {
    assertThat(Reading.of(text))
        .isInstanceOfSatisfying(
            Reading.Faulty.class,
            found -> assertThat(found.faults().getFirst().path()).isEqualTo("$"));
  }

  @Test
  void hostsOutsideTheDomainSayHowTheyGetAtTheAccount() {
    String host =
        "\"HostAccountConfig\": {\"PortableCcgVersion\": \"1\", \"PluginGUID\":"
            + " \"{859E1386-BDB4-49E8-85C7-3070B13920E1}\", \"PluginInput\": \"x\"}, ";
    String with = GmsaProposal.CREDENTIAL_SPEC.replace("\"GroupManaged", host + "\"GroupManaged");
    assertThat(Reading.of(with)).isInstanceOf(Reading.Valid.class);
    assertThat(Reading.of(with.replace("{859E", "859E")))
        .isInstanceOfSatisfying(
            Reading.Faulty.class,
            found ->
                assertThat(found.faults().getFirst().path())
                    .isEqualTo("$.ActiveDirectoryConfig.HostAccountConfig.PluginGUID"));
  }

  @Test
  void longTextsAreRefusedUnread() {
    assertThat(Reading.of(" ".repeat(70_000) + GmsaProposal.CREDENTIAL_SPEC))
        .isEqualTo(new Reading.Faulty(List.of(new Fault("$", "must be no longer than 64 KiB"))));
  }
}
