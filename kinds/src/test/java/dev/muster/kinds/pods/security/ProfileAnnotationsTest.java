package dev.muster.kinds.pods.security;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.pods.PodTrees;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.CoreV1.PodTemplateSpec;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProfileAnnotationsTest {
  private static final String APPARMOR = "container.apparmor.security.beta.kubernetes.io/";
  private static final String SECCOMP = "container.seccomp.security.alpha.kubernetes.io/";

  @Test
  void leavesAContainerAloneWhoseAnnotationNamesThePodsProfile() {
    ObjectNode pod =
        pod(
            APPARMOR + "c",
            "unconfined",
            "{'securityContext':{'appArmorProfile':{'type':'Unconfined'}},'containers':[{'name':'c'}]}");
    ObjectNode before = pod.deepCopy();
    assertThat(AppArmor.adoptAnnotations(pod)).isEmpty();
    assertThat(pod).isEqualTo(before);
  }

  @Test
  void doesNotAdoptAnythingForWindows() {
    ObjectNode pod =
        pod(APPARMOR + "c", "unconfined", "{'os':{'name':'windows'},'containers':[{'name':'c'}]}");
    ObjectNode before = pod.deepCopy();
    assertThat(AppArmor.adoptAnnotations(pod)).isEmpty();
    assertThat(pod).isEqualTo(before);
  }

  @Test
  void adoptsForInitContainersToo() {
    ObjectNode pod =
        pod(
            APPARMOR + "i",
            "localhost/p",
            "{'initContainers':[{'name':'i','securityContext':{'runAsUser':5}}],'containers':[{'name':'c'}]}");
    assertThat(AppArmor.adoptAnnotations(pod)).hasSize(1);
    assertThat(pod.get("spec").get("initContainers").get(0).get("securityContext"))
        .isEqualTo(
            PodTrees.read(
                "core/v1.SecurityContext",
                "{'runAsUser':5,'appArmorProfile':{'type':'Localhost','localhostProfile':'p'}}"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      nullValues = "-",
      value = {
        "Localhost|localhost/p|p|-",
        "Localhost|localhost/q|p|spec.containers[0].securityContext.seccompProfile.localhostProfile: Forbidden: seccomp profile in annotation and field must match",
        "Localhost|unconfined|p|spec.containers[0].securityContext.seccompProfile.type: Forbidden: seccomp type in annotation and field must match",
        "RuntimeDefault|docker/default|-|-",
        "RuntimeDefault|unconfined|-|spec.containers[0].securityContext.seccompProfile.type: Forbidden: seccomp type in annotation and field must match",
        "Unconfined|unconfined|-|-",
      })
  void wantsSeccompAnnotationAndFieldToAgree(
      String type, String annotation, String local, String fault) {
    String profile = local == null ? "" : ",'localhostProfile':'" + local + "'";
    ObjectNode pod =
        pod(
            SECCOMP + "c",
            annotation,
            "{'containers':[{'name':'c','securityContext':{'seccompProfile':{'type':'"
                + type
                + "'"
                + profile
                + "}}}]}");
    Errors errors = new Errors();
    PodSecurity.validateAnnotationsMatch(Pod.of(pod), errors);
    if (fault == null) {
      assertThat(PodTrees.lines(errors)).isEmpty();
    } else {
      assertThat(PodTrees.lines(errors)).containsExactly(fault);
    }
  }

  @Test
  void refusesUnknownSeccompAnnotations() {
    ObjectNode pod = pod(SECCOMP + "c", "bogus", "{'containers':[{'name':'c'}]}");
    Errors errors = new Errors();
    PodSecurity.validateAnnotations(Pod.of(pod), errors);
    assertThat(PodTrees.lines(errors))
        .containsExactly(
            "metadata.annotations."
                + SECCOMP
                + "c: Invalid value: \"bogus\": must be a valid seccomp profile");
  }

  @Test
  void keepsAppArmorAnnotationsAsTheyWereCreated() {
    ObjectNode old = pod(APPARMOR + "a", "unconfined", "{}");
    ObjectNode updated = pod(APPARMOR + "b", "unconfined", "{}");
    Errors errors = new Errors();
    PodSecurity.validateAnnotationsUpdate(Pod.of(updated), Pod.of(old), errors);
    assertThat(PodTrees.lines(errors))
        .containsExactly(
            "metadata.annotations["
                + APPARMOR
                + "a]: Forbidden: may not remove or update AppArmor annotations",
            "metadata.annotations[" + APPARMOR + "b]: Forbidden: may not add AppArmor annotations");
  }

  @Test
  void warnsOfAnnotationsThatMeanNothingAnyMore() {
    ObjectNode pod = pod(SECCOMP + "c", "unconfined", "{'containers':[{'name':'c'}]}");
    assertThat(warnings(PodTemplateSpec.of(pod)))
        .containsExactly(
            "metadata.annotations["
                + SECCOMP
                + "c]: non-functional in v1.27+; use the \"seccompProfile\" field instead");
  }

  @Test
  void warnsOfAppArmorAnnotationsInTemplatesButNotInPods() {
    ObjectNode pod = pod(APPARMOR + "c", "unconfined", "{'containers':[{'name':'c'}]}");
    assertThat(warnings(PodTemplateSpec.of(pod))).isEmpty();
    assertThat(warnings(new PodTemplateSpec(new At(pod, Path.of("spec", "template")))))
        .containsExactly(
            "spec.template.metadata.annotations["
                + APPARMOR
                + "c]: deprecated since v1.30; use the \"appArmorProfile\" field instead");
  }

  private static List<String> warnings(PodTemplateSpec pod) {
    List<String> all = new ArrayList<>(SecurityWarnings.of(pod));
    pod.spec().containers().forEach(c -> all.addAll(SecurityWarnings.of(pod, c)));
    return all;
  }

  private static ObjectNode pod(String annotation, String value, String spec) {
    return PodTrees.read(
        "core/v1.Pod",
        "{'metadata':{'name':'p','annotations':{'"
            + annotation
            + "':'"
            + value
            + "'}},'spec':"
            + spec
            + "}");
  }
}
