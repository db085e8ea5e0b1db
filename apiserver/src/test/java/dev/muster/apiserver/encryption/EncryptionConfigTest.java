package dev.muster.apiserver.encryption;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.muster.testing.Await;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The file of {@code --encryption-provider-config}, and what Kubernetes says of wrong ones. */
class EncryptionConfigTest {
  private static final String KEY = "MDEyMzQ1Njc4OWFiY2RlZg==";
  private static final String BOX = "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=";

  private static EncryptionConfig parse(String resources) {
    return EncryptionConfig.parse(yaml(resources).getBytes(StandardCharsets.UTF_8));
  }

  private static String yaml(String resources) {
    return "{kind: EncryptionConfiguration, apiVersion: apiserver.config.k8s.io/v1, resources: "
        + resources
        + "}";
  }

  private static String of(EncryptionConfig config, String resource) {
    return config.keys(GroupResource.parse(resource)).prefix();
  }

  @Test
  void theNarrowestRuleCounts() {
    EncryptionConfig config =
        parse(
            "[{resources: [secrets, widgets.example.com], providers: [{aesgcm: {keys: [{name: a,"
                + " secret: %s}]}}]},".formatted(KEY)
                + " {resources: ['*.apps'], providers: [{secretbox: {keys: [{name: b, secret: %s}]}}]},"
                    .formatted(BOX)
                + " {resources: ['*.'], providers: [{identity: {}}]},"
                + " {resources: ['*.*'], providers: [{aescbc: {keys: [{name: c, secret: %s}]}},"
                    .formatted(KEY)
                + " {identity: {}}]}]");
    assertThat(of(config, "secrets")).isEqualTo("k8s:enc:aesgcm:v1:a:");
    assertThat(of(config, "widgets.example.com")).isEqualTo("k8s:enc:aesgcm:v1:a:");
    assertThat(of(config, "deployments.apps")).isEqualTo("k8s:enc:secretbox:v1:b:");
    assertThat(of(config, "configmaps")).isEmpty();
    assertThat(of(config, "roles.rbac.authorization.k8s.io")).isEqualTo("k8s:enc:aescbc:v1:c:");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[] | resources: Required value: at least one resources is required",
        "[{resources: [], providers: [{identity: {}}]}] |"
            + " resources[0].resources: Required value: at least one resources[0].resources is required",
        "[{resources: [secrets], providers: []}] |"
            + " resources[0].providers: Required value: at least one resources[0].providers is required",
        "[{resources: [Secrets], providers: [{identity: {}}]}] |"
            + " resources[0].resources[0]: Invalid value: \"Secrets\": resource name should not contain capital letters",
        "[{resources: ['*'], providers: [{identity: {}}]}] |"
            + " resources[0].resources[0]: Invalid value: \"*\": use '*.' to encrypt all the resources from core API group"
            + " or *.* to encrypt all resources",
        "[{resources: ['pods.*'], providers: [{identity: {}}]}] |"
            + " resources[0].resources[0]: Invalid value: \"pods.*\": encrypting the same resource across groups is not supported",
        "[{resources: [secrets, '*.'], providers: [{identity: {}}]}] |"
            + " resources[0].resources: Invalid value: [\"secrets\",\"*.\"]: using overlapping resources such as 'secrets' and"
            + " '*.' in the same resource list is not allowed as they will be masked",
        "[{resources: [secrets, secrets], providers: [{identity: {}}]}] |"
            + " resources[0].resources: Invalid value: [\"secrets\",\"secrets\"]: the same resource cannot be specified multiple times",
        "[{resources: [secrets], providers: [{aescbc: {keys: []}}]}] |"
            + " resources[0].providers[0].aescbc.keys: Required value: at least one keys is required",
        "[{resources: [secrets], providers: [{aescbc: {keys: [{name: a, secret: YQ==}]}}]}] |"
            + " resources[0].providers[0].aescbc.keys[0].secret: Invalid value: \"REDACTED\": secret is not of the expected"
            + " length, got 1, expected one of [16 24 32]",
        "[{resources: [secrets], providers: [{secretbox: {keys: [{name: a, secret: '!'}]}}]}] |"
            + " resources[0].providers[0].secretbox.keys[0].secret: Invalid value: \"REDACTED\": secrets must be base64 encoded",
        "[{resources: [secrets], providers: [{identity: {}, aescbc: {keys: [{name: a, secret:"
            + " MDEyMzQ1Njc4OWFiY2RlZg==}]}}]}] |"
            + " resources[0].providers[0]: Invalid value: \"REDACTED\": more than one provider specified in a single element,"
            + " should split into different list elements",
        "[{resources: [secrets], providers: [{kms: {name: a}}]}] |"
            + " resources[0].providers[0].kms: Forbidden: KMS providers are not supported here",
        "[{resources: [secrets], providers: {identity: {}}}] |"
            + " resources[0].providers: Invalid value: \"object\": resources[0].providers in body must be of type array:"
            + " \"object\"",
        "{resources: [secrets], providers: [{identity: {}}]} |"
            + " resources: Invalid value: \"object\": resources in body must be of type array: \"object\"",
        "[{resources: secrets, providers: [{identity: {}}]}] |"
            + " resources[0].resources: Invalid value: \"string\": resources[0].resources in body must be of type array:"
            + " \"string\"",
        "[{resources: [secrets], providers: [[{identity: {}}]]}] |"
            + " resources[0].providers[0]: Invalid value: \"array\": resources[0].providers[0] in body must be of type"
            + " object: \"array\"",
        "[{resources: [secrets], providers: [{aescbc: {keys: {name: a, secret: YQ==}}}]}] |"
            + " resources[0].providers[0].aescbc.keys: Invalid value: \"object\": resources[0].providers[0].aescbc.keys in"
            + " body must be of type array: \"object\"",
        "[{resources: [secrets], providers: [{identity: null}]}] |"
            + " resources[0].providers[0]: Invalid value: {}: provider does not contain any of the expected providers: KMS,"
            + " AESGCM, AESCBC, Secretbox, Identity",
        "[{resources: [secrets], provider: []}] | strict decoding error: unknown field \"resources[0].provider\""
      })
  void whatIsWrongIsSaidInKubernetesWords(String resources, String message) {
    assertThatExceptionOfType(EncryptionConfigException.class)
        .isThrownBy(() -> parse(resources))
        .withMessage("error while parsing file: " + message);
  }

  @Test
  void aRuleThatAnEarlierOneMasksIsSaid() {
    assertThatExceptionOfType(EncryptionConfigException.class)
        .isThrownBy(
            () ->
                parse(
                    "[{resources: ['*.*'], providers: [{identity: {}}]},"
                        + " {resources: [secrets], providers: [{identity: {}}]}]"))
        .withMessage(
            "error while building transformers: resource \"secrets\" is masked by earlier rule"
                + " \"*.*\"");
  }

  @Test
  void garbageInTheFileOfARunningServerKeepsTheLastGoodOne(@TempDir Path directory)
      throws Exception {
    Path path = directory.resolve("encryption.yaml");
    Files.writeString(path, yaml("[{resources: [secrets], providers: [{identity: {}}]}]"));
    try (Encryption encryption = Encryption.open(new EncryptionFile(path, true))) {
      encryption.start(() -> 1);
      Files.writeString(path, yaml("[{resources: [secrets], providers: {identity: {}}}]"));
      Await.until("it is refused", () -> encryption.note().isPresent());
      assertThat(of(encryption.config(), "secrets")).isEmpty();
      Files.writeString(
          path,
          yaml(
              "[{resources: [secrets], providers: [{aesgcm: {keys: [{name: a, secret: %s}]}}]}]"
                  .formatted(KEY)));
      Await.until("it is taken", () -> encryption.note().isEmpty());
      assertThat(of(encryption.config(), "secrets")).isEqualTo("k8s:enc:aesgcm:v1:a:");
    }
  }

  @Property(tries = 200)
  void anyTextIsReadOrRefused(@ForAll String text) {
    assertThatExceptionOfType(EncryptionConfigException.class)
        .isThrownBy(() -> EncryptionConfig.parse(text.getBytes(StandardCharsets.UTF_8)));
  }
}
