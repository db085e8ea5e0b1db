package dev.muster.kinds.pods.volumes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.pods.PodTrees;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import dev.muster.views.CoreV1.MutablePodSpec;
import dev.muster.views.CoreV1.PodSpec;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class VolumeSourcesTest {
  private static final String IQN = "iqn.2001-04.com.example:x";

  /** A source, and the faults in it as they follow {@code spec.volumes[0]}. */
  static Stream<Arguments> sources() {
    return Stream.of(
        faulty(
            "'gitRepo':{'directory':'/a'}",
            ".gitRepo.repository: Required value",
            ".gitRepo.directory: Invalid value: \"/a\": must be a relative path"),
        faulty(
            "'gcePersistentDisk':{'partition':256}",
            ".persistentDisk.pdName: Required value",
            ".persistentDisk.partition: Invalid value: 256: must be between 1 and 255, inclusive"),
        faulty("'awsElasticBlockStore':{}", ".awsElasticBlockStore.volumeID: Required value"),
        faulty(
            "'nfs':{'server':'s'}",
            ".nfs.path: Required value",
            ".nfs.path: Invalid value: \"\": must be an absolute path"),
        faulty(
            "'iscsi':{'targetPortal':'p','iqn':'x','lun':256}",
            ".iscsi.iqn: Invalid value: \"x\": must be valid format starting with iqn, eui, or naa",
            ".iscsi.lun: Invalid value: 256: must be between 0 and 255, inclusive"),
        faulty(
            "'iscsi':{'targetPortal':'p','iqn':'eui.123','chapAuthSession':true}",
            ".iscsi.iqn: Invalid value: \"eui.123\": must be valid format",
            ".iscsi.secretRef: Required value"),
        faulty(
            "'iscsi':{'targetPortal':'p','iqn':'" + IQN + "','initiatorName':'naa.1'}",
            ".iscsi.initiatorname: Invalid value: \"naa.1\": must be valid format"),
        faulty(
            "'glusterfs':{}",
            ".glusterfs.endpoints: Required value",
            ".glusterfs.path: Required value"),
        faulty(
            "'flocker':{}",
            ".flocker: Required value: one of datasetName and datasetUUID is required"),
        faulty(
            "'flocker':{'datasetName':'a/b','datasetUUID':'u'}",
            ".flocker: Invalid value: \"resource\": datasetName and datasetUUID can not be specified simultaneously",
            ".flocker.datasetName: Invalid value: \"a/b\": must not contain '/'"),
        faulty("'rbd':{}", ".rbd.monitors: Required value", ".rbd.image: Required value"),
        faulty(
            "'cinder':{'secretRef':{}}",
            ".cinder.volumeID: Required value",
            ".cinder.secretRef.name: Required value"),
        faulty("'cephfs':{}", ".cephfs.monitors: Required value"),
        faulty(
            "'quobyte':{'registry':'a:1,b','volume':'v'}",
            ".quobyte.registry: Invalid value: \"a:1,b\": must be a host:port pair or multiple pairs separated by commas"),
        faulty(
            "'quobyte':{}",
            ".quobyte.registry: Required value: must be a host:port pair or multiple pairs separated by commas",
            ".quobyte.volume: Required value"),
        faulty(
            "'fc':{}",
            ".fc.targetWWNs: Required value: must specify either targetWWNs or wwids, but not both"),
        faulty(
            "'fc':{'targetWWNs':['a'],'wwids':['b']}",
            ".fc.targetWWNs: Invalid value: [\"a\"]: targetWWNs and wwids can not be specified simultaneously",
            ".fc.lun: Required value: lun is required if targetWWNs is specified"),
        faulty(
            "'flexVolume':{'options':{'X.k8s.io/a':'','b':''}}",
            ".flexVolume.driver: Required value",
            ".flexVolume.options[X.k8s.io/a]: Invalid value: \"X.k8s.io/a\": kubernetes.io and k8s.io namespaces are reserved"),
        faulty(
            "'azureFile':{}",
            ".azureFile.secretName: Required value",
            ".azureFile.shareName: Required value"),
        faulty(
            "'azureDisk':{'diskName':'n','diskURI':'x','cachingMode':'c','kind':'Managed'}",
            ".azureDisk.cachingMode: Unsupported value: \"c\": supported values: \"None\", \"ReadOnly\", \"ReadWrite\"",
            ".azureDisk.diskURI: Unsupported value: \"x\": supported values: \"/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/{disk-id}\""),
        faulty("'azureDisk':{'diskName':'n','diskURI':'https://x'}"),
        faulty("'vsphereVolume':{}", ".vsphereVolume.volumePath: Required value"),
        faulty("'photonPersistentDisk':{}", ".photonPersistentDisk.pdID: Required value"),
        faulty("'portworxVolume':{}", ".portworxVolume.volumeID: Required value"),
        faulty(
            "'scaleIO':{}",
            ".scaleIO.gateway: Required value",
            ".scaleIO.system: Required value",
            ".scaleIO.volumeName: Required value"),
        faulty(
            "'storageos':{'volumeName':'a','volumeNamespace':'b.c','secretRef':{}}",
            ".storageos.volumeNamespace: Invalid value: \"b.c\": must not contain dots",
            ".storageos.secretRef.name: Required value"),
        faulty(
            "'csi':{'driver':'D.example.com','nodePublishSecretRef':{}}",
            ".csi.nodePublishSecretRef.name: Required value"),
        faulty("'ephemeral':{}", ".ephemeral.volumeClaimTemplate: Required value"),
        faulty(
            "'ephemeral':{'volumeClaimTemplate':{'metadata':{'name':'n','uid':'u'},'spec':{'accessModes':['X','ReadWriteOncePod','ReadWriteOnce'],'volumeMode':'M'}}}",
            ".ephemeral.volumeClaimTemplate.metadata.name: Forbidden: cannot be set",
            ".ephemeral.volumeClaimTemplate.metadata.uID: Forbidden: cannot be set",
            ".ephemeral.volumeClaimTemplate.spec.accessModes: Unsupported value: \"X\": supported values: \"ReadOnlyMany\", \"ReadWriteMany\", \"ReadWriteOnce\", \"ReadWriteOncePod\"",
            ".ephemeral.volumeClaimTemplate.spec.accessModes: Forbidden: may not use ReadWriteOncePod with other access modes",
            ".ephemeral.volumeClaimTemplate.spec.resources[storage]: Required value",
            ".ephemeral.volumeClaimTemplate.spec.volumeMode: Unsupported value: \"M\": supported values: \"Block\", \"Filesystem\""),
        faulty(
            "'emptyDir':{},'hostPath':{},'cephfs':{},'downwardAPI':{},'image':{}",
            ".hostPath: Forbidden: may not specify more than 1 volume type",
            ".cephFS: Forbidden: may not specify more than 1 volume type",
            ".downwarAPI: Forbidden: may not specify more than 1 volume type",
            ".image: Forbidden: may not specify more than 1 volume type"),
        faulty(
            "'projected':{'sources':[{'secret':{'name':'s'},'configMap':{}}]}",
            ".projected.sources[0].configMap.name: Required value",
            ".projected.sources[0]: Forbidden: may not specify more than 1 volume type per source"),
        faulty(
            "'projected':{'sources':[{'configMap':{'name':'m','items':[{'key':'k','path':'p'}]}},{'downwardAPI':{'items':[{'path':'p','fieldRef':{'fieldPath':'metadata.name'}}]}}]}",
            ".projected: Invalid value: \"p\": conflicting duplicate paths"),
        faulty(
            "'projected':{'sources':[{'clusterTrustBundle':{'path':'p'}}]}",
            ".projected.sources[0].clusterTrustBundle: Required value: either name or signerName must be specified"),
        faulty(
            "'projected':{'sources':[{'clusterTrustBundle':{'name':'n','signerName':'x.y/z','path':'p'}}]}",
            ".projected.sources[0].clusterTrustBundle: Invalid value: {\"Name\":\"n\",\"SignerName\":\"x.y/z\",\"LabelSelector\":null,\"Optional\":null,\"Path\":\"p\"}: only one of name and signerName may be used"),
        faulty(
            "'projected':{'sources':[{'clusterTrustBundle':{'signerName':'z','path':''}}]}",
            ".projected.sources[0].clusterTrustBundle.signerName: Invalid value: \"z\": must be a fully qualified domain and path of the form 'example.com/signer-name'",
            ".projected.sources[0].clusterTrustBundle.path: Required value"),
        faulty(
            "'projected':{'sources':[{'podCertificate':{'signerName':'x.y/z','keyType':'RSA','maxExpirationSeconds':60,'keyPath':'/k'}}]}",
            ".projected.sources[0].podCertificate.keyType: Unsupported value: \"RSA\": supported values: \"RSA3072\", \"RSA4096\", \"ECDSAP256\", \"ECDSAP384\", \"ECDSAP521\", \"ED25519\"",
            ".projected.sources[0].podCertificate.maxExpirationSeconds: Invalid value: 60: if provided, maxExpirationSeconds must be >= 3600",
            ".projected.sources[0].podCertificate.keyPath: Invalid value: \"/k\": must be a relative path"));
  }

  private static Arguments faulty(String source, String... faults) {
    return arguments(source, List.of(faults));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("sources")
  void saysWhatIsWrongWithASource(String source, List<String> faults) {
    assertThat(faults("{'volumes':[{'name':'v'," + source + "}]}", "p"))
        .isEqualTo(faults.stream().map(f -> "spec.volumes[0]" + f).toList());
  }

  @Test
  void refusesAnIscsiNameThatTheNodeCannotHold() {
    String portal = "p".repeat(63);
    assertThat(
            faults(
                "{'volumes':[{'name':'v','iscsi':{'targetPortal':'"
                    + portal
                    + "','iqn':'"
                    + IQN
                    + "','initiatorName':'"
                    + IQN
                    + "'}}]}",
                ""))
        .containsExactly(
            "spec.volumes[0].name: Invalid value: \"v\": Total length of <volume name>:<iscsi.targetPortal> must be under 64"
                + " characters if iscsi.initiatorName is specified.");
  }

  @Test
  void refusesToClaimWhatIsMadeForThePodItself() {
    String template =
        "{'volumeClaimTemplate':{'spec':{'accessModes':['ReadWriteOnce'],'resources':{'requests':{'storage':'1'}}}}}";
    assertThat(
            faults(
                "{'volumes':[{'name':'e','ephemeral':"
                    + template
                    + "},{'name':'c','persistentVolumeClaim':{'claimName':'pod-e'}}]}",
                "pod"))
        .containsExactly(
            "spec.volumes[1].persistentVolumeClaim.claimName: Invalid value: \"pod-e\": must not reference a PVC that gets"
                + " created for an ephemeral volume");
  }

  @Test
  void givesTheNamesOfVolumesInOrderOnly() {
    ObjectNode spec =
        PodTrees.spec("{'volumes':[{'name':'a'},{'name':'b','nfs':{}},{'name':'a'},{'name':'c'}]}");
    VolumeRules.applyDefaults(MutablePodSpec.of(spec));
    assertThat(VolumeRules.validate(new PodSpec(new At(spec, Path.of("spec"))), new Errors()))
        .containsExactly("a", "c");
  }

  @Test
  void letsATemplateLeaveTheImageOpen() {
    ObjectNode spec = PodTrees.spec("{'volumes':[{'name':'v','image':{}}]}");
    VolumeRules.applyDefaults(MutablePodSpec.of(spec));
    Errors errors = new Errors();
    VolumeRules.validate(new PodSpec(new At(spec, Path.of("spec", "template", "spec"))), errors);
    assertThat(PodTrees.lines(errors)).isEmpty();
  }

  private static List<String> faults(String json, String podName) {
    ObjectNode spec = PodTrees.spec(json);
    VolumeRules.applyDefaults(MutablePodSpec.of(spec));
    Errors errors = new Errors();
    VolumeRules.validate(new PodSpec(new At(spec, Path.of("spec"))), podName, errors);
    return PodTrees.lines(errors);
  }
}
