package dev.muster.kinds.pods.volumes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.pods.PodTrees;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import dev.muster.views.CoreV1.PodSpec;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class VolumeMountsTest {

  /** What a container says, and the faults in it as they follow {@code spec.containers[0]}. */
  static Stream<Arguments> containers() {
    return Stream.of(
        faulty(
            "'volumeMounts':[{'name':'v','mountPath':'/a'},{'name':'v','mountPath':'/b','subPath':'s'}]"),
        faulty("'volumeMounts':[{'name':'i','mountPath':'/a','subPath':'in/image'}]"),
        faulty(
            "'volumeMounts':[{'mountPath':''}]",
            ".volumeMounts[0].name: Required value",
            ".volumeMounts[0].name: Not found: \"\"",
            ".volumeMounts[0].mountPath: Required value"),
        faulty(
            "'volumeMounts':[{'name':'x','mountPath':'/a'},{'name':'v','mountPath':'/a'}]",
            ".volumeMounts[0].name: Not found: \"x\"",
            ".volumeMounts[1].mountPath: Invalid value: \"/a\": must be unique"),
        faulty(
            "'volumeMounts':[{'name':'v','mountPath':'/a','subPath':'/s'}]",
            ".volumeMounts.subPath: Invalid value: \"/s\": must be a relative path"),
        faulty(
            "'volumeMounts':[{'name':'v','mountPath':'/a','subPath':'s','subPathExpr':'../$(A)'}]",
            ".volumeMounts[0].subPathExpr: Invalid value: \"../$(A)\": subPathExpr and subPath are mutually exclusive",
            ".volumeMounts.subPathExpr: Invalid value: \"../$(A)\": must not contain '..'"),
        faulty(
            "'volumeMounts':[{'name':'v','mountPath':'/a','mountPropagation':'Both'}]",
            ".volumeMounts.mountPropagation: Unsupported value: \"Both\": supported values: \"Bidirectional\", \"HostToContainer\", \"None\""),
        faulty(
            "'volumeMounts':[{'name':'v','mountPath':'/a','mountPropagation':'Bidirectional'}]",
            ".volumeMounts.mountPropagation: Forbidden: Bidirectional mount propagation is available only to privileged containers"),
        faulty(
            "'securityContext':{'privileged':true},'volumeMounts':[{'name':'v','mountPath':'/a','mountPropagation':'Bidirectional'}]"),
        faulty(
            "'volumeMounts':[{'name':'v','mountPath':'/a','recursiveReadOnly':'Enabled','mountPropagation':'HostToContainer'}]",
            ".volumeMounts.recursiveReadOnly: Forbidden: may only be specified when readOnly is true",
            ".volumeMounts.recursiveReadOnly: Forbidden: may only be specified when mountPropagation is None or not specified"),
        faulty(
            "'volumeMounts':[{'name':'v','mountPath':'/a','readOnly':true,'recursiveReadOnly':'IfPossible'}]"),
        faulty("'volumeMounts':[{'name':'v','mountPath':'/a','recursiveReadOnly':'Disabled'}]"),
        faulty(
            "'volumeMounts':[{'name':'v','mountPath':'/a','recursiveReadOnly':'x'}]",
            ".volumeMounts.recursiveReadOnly: Unsupported value: \"x\": supported values: \"Disabled\", \"Enabled\", \"IfPossible\""),
        faulty("'volumeDevices':[{'name':'c','devicePath':'/dev/x'}]"),
        faulty(
            "'volumeDevices':[{'name':'v','devicePath':'/dev/../x'},{'name':'','devicePath':''}]",
            ".volumeDevices[0].name: Invalid value: \"v\": can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode",
            ".volumeDevices[0].devicePath: Invalid value: \"/dev/../x\": can not contain backsteps ('..')",
            ".volumeDevices[1].name: Required value",
            ".volumeDevices[1].name: Not found: \"\"",
            ".volumeDevices[1].devicePath: Required value"),
        faulty(
            "'volumeDevices':[{'name':'c','devicePath':'/x'},{'name':'c','devicePath':'/x'}]",
            ".volumeDevices[1].name: Invalid value: \"c\": must be unique",
            ".volumeDevices[1].devicePath: Invalid value: \"/x\": must be unique"),
        faulty(
            "'volumeMounts':[{'name':'c','mountPath':'/x'}],'volumeDevices':[{'name':'c','devicePath':'/x'}]",
            ".volumeMounts[0].name: Invalid value: \"c\": must not already exist in volumeDevices",
            ".volumeMounts[0].mountPath: Invalid value: \"/x\": must not already exist as a path in volumeDevices",
            ".volumeDevices[0].name: Invalid value: \"c\": must not already exist in volumeMounts",
            ".volumeDevices[0].devicePath: Invalid value: \"/x\": must not already exist as a path in volumeMounts"));
  }

  private static Arguments faulty(String container, String... faults) {
    return arguments(container, List.of(faults));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("containers")
  void saysWhatIsWrongWithAMount(String container, List<String> faults) {
    ObjectNode spec =
        PodTrees.spec(
            "{'volumes':[{'name':'v','emptyDir':{}},{'name':'c','persistentVolumeClaim':{'claimName':'p'}},"
                + "{'name':'i','image':{'reference':'x:1','pullPolicy':'Always'}}],'containers':[{'name':'c',"
                + container
                + "}]}");
    PodSpec at = new PodSpec(new At(spec, Path.of("spec")));
    Errors errors = new Errors();
    VolumeMounts.validate(
        at.containers().getFirst(),
        Set.of("v", "c", "i"),
        VolumeMounts.blocks(at.volumes()),
        errors);
    assertThat(PodTrees.lines(errors))
        .isEqualTo(faults.stream().map(f -> "spec.containers[0]" + f).toList());
  }
}
