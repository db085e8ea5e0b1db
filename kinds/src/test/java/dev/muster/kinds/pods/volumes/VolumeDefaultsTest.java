package dev.muster.kinds.pods.volumes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.pods.PodTrees;
import dev.muster.views.CoreV1.MutablePodSpec;
import dev.muster.views.CoreV1.PodSpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VolumeDefaultsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'rbd':{}|'rbd':{'monitors':null,'image':'','pool':'rbd','user':'admin','keyring':'/etc/ceph/keyring'}",
        "'rbd':{'pool':'p'}|'rbd':{'monitors':null,'image':'','pool':'p','user':'admin','keyring':'/etc/ceph/keyring'}",
        "'azureDisk':{}|'azureDisk':{'diskName':'','diskURI':'','cachingMode':'ReadWrite','fsType':'ext4','readOnly':false,'kind':'Shared'}",
        "'scaleIO':{}|'scaleIO':{'gateway':'','system':'','secretRef':null,'storageMode':'ThinProvisioned','fsType':'xfs'}",
        "'iscsi':{'iscsiInterface':'i'}|'iscsi':{'targetPortal':'','iqn':'','lun':0,'iscsiInterface':'i'}",
        "'hostPath':{'path':'/p','type':'File'}|'hostPath':{'path':'/p','type':'File'}",
        "'projected':{}|'projected':{'sources':null,'defaultMode':420}",
        "'gitRepo':{'repository':'r'}|'gitRepo':{'repository':'r'}",
      })
  void fillsIn(String given, String expected) {
    ObjectNode spec = PodTrees.spec("{'volumes':[{'name':'v'," + given + "}]}");
    VolumeRules.applyDefaults(MutablePodSpec.of(spec));
    assertThat(spec).isEqualTo(PodTrees.spec("{'volumes':[{'name':'v'," + expected + "}]}"));
  }

  @ParameterizedTest
  @CsvSource({
    "busybox,Always",
    "busybox:latest,Always",
    "registry:5000/a/busybox,Always",
    "busybox:1.36,IfNotPresent",
    "registry:5000/a/busybox:1.36,IfNotPresent",
    "busybox@sha256:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa,IfNotPresent",
    "busybox:latest@sha256:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa,Always",
    "Not A Name,IfNotPresent"
  })
  void pullsAnImageAlwaysWhereItsTagMoves(String reference, String policy) {
    assertThat(ImageVolumeReference.defaultPullPolicy(reference)).isEqualTo(policy);
  }

  @Test
  void readsALongReferenceWithoutRunningDeep() {
    assertThat(ImageVolumeReference.defaultPullPolicy("a/".repeat(1_000_000) + "a"))
        .isEqualTo("IfNotPresent");
  }

  @Test
  void dropsSourcesBehindClosedGatesUnlessTheOldPodHasThem() {
    String json =
        "{'volumes':[{'name':'v','projected':{'sources':[{'clusterTrustBundle':{'name':'n','path':'p'}},{'podCertificate':{'keyPath':'k'}}]}}]}";
    ObjectNode created = PodTrees.spec(json);
    VolumeRules.dropDisabled(MutablePodSpec.of(created), null);
    assertThat(created)
        .isEqualTo(PodTrees.spec("{'volumes':[{'name':'v','projected':{'sources':[{},{}]}}]}"));
    ObjectNode updated = PodTrees.spec(json);
    VolumeRules.dropDisabled(MutablePodSpec.of(updated), PodSpec.of(PodTrees.spec(json)));
    assertThat(updated).isEqualTo(PodTrees.spec(json));
  }
}
