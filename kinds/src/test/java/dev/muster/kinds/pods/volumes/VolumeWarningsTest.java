package dev.muster.kinds.pods.volumes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.muster.kinds.pods.PodTrees;
import dev.muster.model.field.At;
import dev.muster.model.field.Path;
import dev.muster.views.CoreV1.PodSpec;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class VolumeWarningsTest {
  private static final String FIELD = "'fieldRef':{'fieldPath':'metadata.name'}";

  static Stream<Arguments> volumes() {
    return Stream.of(
        warned(
            "'photonPersistentDisk':{}",
            "spec.volumes[0].photonPersistentDisk: deprecated in v1.11, non-functional in v1.16+"),
        warned(
            "'scaleIO':{}",
            "spec.volumes[0].scaleIO: deprecated in v1.16, non-functional in v1.22+"),
        warned(
            "'flocker':{}",
            "spec.volumes[0].flocker: deprecated in v1.22, non-functional in v1.25+"),
        warned(
            "'storageos':{}",
            "spec.volumes[0].storageOS: deprecated in v1.22, non-functional in v1.25+"),
        warned(
            "'quobyte':{}",
            "spec.volumes[0].quobyte: deprecated in v1.22, non-functional in v1.25+"),
        warned(
            "'glusterfs':{}",
            "spec.volumes[0].glusterfs: deprecated in v1.25, non-functional in v1.26+"),
        warned(
            "'cephfs':{}", "spec.volumes[0].cephfs: deprecated in v1.28, non-functional in v1.31+"),
        warned("'rbd':{}", "spec.volumes[0].rbd: deprecated in v1.28, non-functional in v1.31+"),
        warned(
            "'ephemeral':{'volumeClaimTemplate':{'spec':{'resources':{'requests':{'storage':'200m'}}}}}",
            "spec.volumes[0].ephemeral.volumeClaimTemplate.spec.resources.requests[storage]: fractional byte value \"200m\" is invalid, must be an integer"),
        warned(
            "'ephemeral':{'volumeClaimTemplate':{'spec':{'resources':{'requests':{'storage':'200Mi'}}}}}"),
        warned(
            "'configMap':{'name':'m','items':[{'key':'a','path':'test/app/'},{'key':'b','path':'test'}]}",
            "volume \"v\" (ConfigMap \"m\"): overlapping paths: \"test\" with \"test/app\""),
        warned(
            "'configMap':{'name':'m','items':[{'key':'a','path':'test'},{'key':'b','path':'test1'}]}"),
        warned("'projected':{'sources':[{}]}", "volume \"v\" (Projected) has no sources provided"),
        warned(
            "'projected':{'sources':[{'serviceAccountToken':{'path':'t/u'}},{'downwardAPI':{'items':[{'path':'t',"
                + FIELD
                + "}]}},{'secret':{'name':'s','items':[{'key':'k','path':'t'}]}}]}",
            "volume \"v\" (Projected): overlapping paths: \"t\" (DownwardAPI) with \"t/u\" (ServiceAccountToken)",
            "volume \"v\" (Projected): overlapping paths: \"t\" (Secret \"s\") with \"t/u\" (ServiceAccountToken)",
            "volume \"v\" (Projected): overlapping paths: \"t\" (Secret \"s\") with \"t\" (DownwardAPI)"),
        warned(
            "'projected':{'sources':[{'secret':{'name':'s','items':[{'key':'k','path':'t'}]}},{'configMap':{'name':'m'}}]}"),
        warned("'secret':{'secretName':'s','defaultMode':511}"),
        warned(
            "'secret':{'secretName':'s','defaultMode':2541}",
            "spec.volumes[0].secret.defaultMode: mode 04755 has bits outside 0777 (octal): 04000 is dropped, 0755 is used"),
        warned(
            "'downwardAPI':{'items':[{'path':'a','mode':4095," + FIELD + "}]}",
            "spec.volumes[0].downwardAPI.items[0].mode: mode 07777 has bits outside 0777 (octal): 07000 is dropped, 0777 is used"),
        warned(
            "'projected':{'sources':[{'secret':{'name':'s','items':[{'key':'k','path':'p','mode':512}]}}]}",
            "spec.volumes[0].projected.sources[0].secret.items[0].mode: mode 01000 has bits outside 0777 (octal): 01000 is dropped, 0000 is used"));
  }

  private static Arguments warned(String source, String... warnings) {
    return arguments(source, List.of(warnings));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("volumes")
  void warns(String source, List<String> warnings) {
    At spec = new At(PodTrees.spec("{'volumes':[{'name':'v'," + source + "}]}"), Path.of("spec"));
    assertThat(VolumeRules.warnings(new PodSpec(spec))).isEqualTo(warnings);
  }
}
