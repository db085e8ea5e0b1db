package dev.muster.kinds.pods.volumes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.KubernetesKinds;
import dev.muster.kinds.features.ApiFeatures;
import dev.muster.kinds.features.Feature;
import dev.muster.kinds.features.FeatureGates;
import dev.muster.kinds.features.KubeVersion;
import dev.muster.model.codec.Decoder;
import dev.muster.model.codec.Yaml;
import dev.muster.model.field.Errors;
import dev.muster.model.scheme.Kind;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** KEP-5936: defaultUser and user, wherever a volume has files that the node writes. */
class UserFieldsTest {
  private static final Kind OFF = pods("");
  private static final Kind ON = pods("AtomicWriteVolumeUserFields=true");
  private static final String DROPPED =
      ": dropped, because the feature gate AtomicWriteVolumeUserFields is off: files are owned as"
          + " if it were not set";

  private static Kind pods(String gates) {
    return KubernetesKinds.kinds(new ApiFeatures(FeatureGates.of(KubeVersion.CURRENT, gates), true))
        .byKind("v1", "Pod")
        .orElseThrow();
  }

  private static ObjectNode pod(Kind kind, String volume) {
    String yaml =
        "{apiVersion: v1, kind: Pod, metadata: {name: x, namespace: ns}, spec: {containers: [{name:"
            + " c, image: i}], volumes: [{name: v, "
            + volume
            + "}]}}";
    ObjectNode pod =
        Decoder.decode(kind.type(), Yaml.toTree(yaml.getBytes(StandardCharsets.UTF_8))).object();
    kind.strategy().applyDefaults(pod);
    return pod;
  }

  /** A volume with UID in one place, and what the real server calls that place in a fault. */
  @ParameterizedTest(name = "{1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "secret: {secretName: s, defaultUser: UID} | secret.defaultUser",
        "secret: {secretName: s, items: [{key: k, path: p, user: UID}]} | secret.items[0].user",
        "configMap: {name: m, defaultUser: UID} | configMap.defaultUser",
        "configMap: {name: m, items: [{key: k, path: p, user: UID}]} | configMap.items[0].user",
        "downwardAPI: {defaultUser: UID} | downwardAPI.defaultUser",
        "downwardAPI: {items: [{path: p, fieldRef: {fieldPath: metadata.name}, user: UID}]} | downwardAPI.user",
        "projected: {defaultUser: UID, sources: []} | projected.defaultUser",
        "projected: {sources: [{secret: {name: s, items: [{key: k, path: p, user: UID}]}}]} | projected.sources[0].secret.items[0].user",
        "projected: {sources: [{configMap: {name: m, items: [{key: k, path: p, user: UID}]}}]} | projected.sources[0].configMap.items[0].user",
        "projected: {sources: [{downwardAPI: {items: [{path: p, fieldRef: {fieldPath: metadata.name}, user: UID}]}}]} | projected.sources[0].downwardAPI.user",
        "projected: {sources: [{serviceAccountToken: {path: p, user: UID}}]} | projected.sources[0].serviceAccountToken.user",
        "projected: {sources: [{clusterTrustBundle: {name: b, path: p, user: UID}}]} | projected.sources[0].clusterTrustBundle.user",
        "projected: {sources: [{podCertificate: {signerName: a.b/c, keyType: ED25519, keyPath: k, user: UID}}]} | projected.sources[0].podCertificate.user"
      })
  void everyPlace(String volume, String place) {
    ObjectNode asked = pod(ON, volume.replace("UID", "1000"));
    ObjectNode plain = pod(ON, volume.replaceAll(",? ?(default)?[uU]ser: UID,? ?", ""));
    assertThat(ON.strategy().earlyWarnings(asked, null)).isEmpty();
    ObjectNode kept = asked.deepCopy();
    ON.strategy().prepareForUpdate(kept, plain);
    assertThat(kept.path("spec")).isEqualTo(asked.path("spec"));
    assertThat(kept.toString()).contains(":1000");

    assertThat(OFF.strategy().earlyWarnings(asked, null))
        .singleElement()
        .asString()
        .endsWith(DROPPED)
        .startsWith("spec.volumes[0]." + place.replaceAll("\\..*", ""));
    ObjectNode dropped = asked.deepCopy();
    OFF.strategy().prepareForCreate(dropped);
    assertThat(dropped.toString()).doesNotContain(":1000");

    ObjectNode stays = asked.deepCopy();
    OFF.strategy().prepareForUpdate(stays, asked);
    assertThat(stays.path("spec")).isEqualTo(asked.path("spec"));
    assertThat(OFF.strategy().earlyWarnings(stays, asked)).isEmpty();
    ObjectNode added = asked.deepCopy();
    OFF.strategy().prepareForUpdate(added, plain);
    assertThat(added.toString()).doesNotContain(":1000");

    for (String wrong : new String[] {"-1", "2147483648"}) {
      Errors errors = new Errors();
      ON.strategy().validate(pod(ON, volume.replace("UID", wrong)), errors);
      assertThat(errors.message())
          .contains(
              "spec.volumes[0]."
                  + place
                  + ": Invalid value: "
                  + wrong
                  + ": must be between 0 and 2147483647, inclusive");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "2147483647"})
  void theEndsOfTheRangeAreValid(String user) {
    Errors errors = new Errors();
    ON.strategy()
        .validate(pod(ON, "secret: {secretName: s, defaultUser: %s}".formatted(user)), errors);
    assertThat(errors.message()).doesNotContain("defaultUser");
  }

  @Test
  void theGateIsAlphaAndOffInEveryVersion() {
    for (int minor = 30; minor <= 35; minor++) {
      KubeVersion version = new KubeVersion(1, minor);
      assertThat(FeatureGates.of(version, "").unknownFields())
          .noneMatch(field -> field.endsWith("defaultUser"));
      assertThat(FeatureGates.of(version, "").enabled(Feature.ATOMIC_WRITE_VOLUME_USER_FIELDS))
          .isFalse();
    }
  }
}
