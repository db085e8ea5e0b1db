package dev.muster.kinds.pods.volumes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.muster.kinds.pods.PodTrees;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import dev.muster.views.CoreV1.PersistentVolumeSpec;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class PersistentVolumeSourcesTest {

  static Stream<Arguments> specs() {
    return Stream.of(
        faulty("", "spec: Required value: must specify a volume type"),
        faulty("'hostPath':{'path':'/p'}"),
        faulty(
            "'hostPath':{'path':'/p'},'nfs':{}",
            "spec.nfs: Forbidden: may not specify more than 1 volume type"),
        faulty(
            "'local':{'path':'/p'}",
            "spec.nodeAffinity: Required value: Local volume requires node affinity"),
        faulty("'local':{'path':'/p'},'nodeAffinity':{}"),
        faulty(
            "'glusterfs':{'endpoints':'e','path':'p','endpointsNamespace':''}",
            "spec.glusterfs.endpointsNamespace: Invalid value: \"\": if the endpointnamespace is set, it must be a valid namespace name"),
        faulty(
            "'cinder':{'volumeID':'v','secretRef':{}}",
            "spec.cinder.secretRef.name: Required value",
            "spec.cinder.secretRef.namespace: Required value"),
        faulty(
            "'azureFile':{'secretName':'s','shareName':'h','secretNamespace':''}",
            "spec.azureFile.secretNamespace: Required value"),
        faulty(
            "'iscsi':{'targetPortal':'p','iqn':'x','secretRef':{}}",
            "spec.iscsi.iqn: Invalid value: \"x\": must be valid format",
            "spec.iscsi.secretRef.name: Required value"),
        faulty(
            "'csi':{'driver':'d','nodeExpandSecretRef':{'name':'n'}}",
            "spec.csi.volumeHandle: Required value",
            "spec.csi.nodeExpandSecretRef.namespace: Required value"),
        faulty(
            "'hostPath':{'path':'/p'},'flexVolume':{}", "spec.flexVolume.driver: Required value"));
  }

  private static Arguments faulty(String source, String... faults) {
    return arguments(source, List.of(faults));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("specs")
  void saysWhatIsWrongWithASource(String source, List<String> faults) {
    At spec =
        new At(PodTrees.read("core/v1.PersistentVolumeSpec", "{" + source + "}"), Path.of("spec"));
    Errors errors = new Errors();
    PersistentVolumeSources.validate(new PersistentVolumeSpec(spec), "pv", errors);
    assertThat(PodTrees.lines(errors)).isEqualTo(faults);
  }
}
