package dev.muster.cli.patterns;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import dev.muster.cli.house.MainClasses;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * The JDK's immutable sets and maps search through all keys that hash alike, its others go by the
 * keys' order then. So foreign names are never kept in the immutable ones.
 */
class HashFloodingTest {
  private static final Set<String> SEARCHING =
      Set.of(
          "java.util.Set.copyOf",
          "java.util.Map.copyOf",
          "java.util.stream.Collectors.toUnmodifiableSet",
          "java.util.stream.Collectors.toUnmodifiableMap");

  /** What these keep comes from flags, files of the administrator, or the program itself. */
  private static final Set<String> OWN_NAMES =
      Set.of(
          "dev.muster.admission.podsecurity.SysctlsCheck",
          "dev.muster.model.apply.ResetFields",
          "dev.muster.model.scheme.RuntimeConfig",
          "dev.muster.kinds.openapi.Descriptions",
          "dev.muster.model.selector.FieldSelector",
          "dev.muster.apiserver.audit.AuditEvent",
          "dev.muster.apiserver.authn.ClientCertificates",
          "dev.muster.apiserver.authn.TokenFile",
          "dev.muster.apiserver.authzconfig.ChainBuilder",
          "dev.muster.apiserver.handlers.StoredOnly",
          "dev.muster.apiserver.server.BuiltInModes",
          "dev.muster.kinds.structural.Formats",
          "dev.muster.model.codec.ConfigDecoder",
          "dev.muster.apiserver.handlers.UnstoredKinds",
          "dev.muster.apiserver.handlers.Subresources",
          "dev.muster.apiserver.reviews.Reviews",
          "dev.muster.apiserver.reviews.TokenRequests",
          "dev.muster.apiserver.server.Admission",
          "dev.muster.apiserver.server.AdmissionConfigFile",
          "dev.muster.apiserver.server.Background",
          "dev.muster.authz.webhook.Breaker",
          "dev.muster.client.kubeconfig.KubeconfigUsers",
          "dev.muster.node.machine.MachineIdentity",
          "dev.muster.node.pods.PodWorker",
          "dev.muster.runtime.images.RegistrySettings",
          "dev.muster.runtime.oci.LinuxCapabilities",
          "dev.muster.runtime.pods.Sandboxes",
          "dev.muster.webhook.Callers");

  private static final DescribedPredicate<JavaMethodCall> SEARCHES =
      describe(
          "makes a set or map that searches",
          call ->
              SEARCHING.contains(
                  call.getTargetOwner().getName() + "." + call.getTarget().getName()));

  private static final DescribedPredicate<JavaClass> FOREIGN_NAMES =
      describe(
          "keep foreign names",
          type ->
              OWN_NAMES.stream()
                  .noneMatch(
                      own -> type.getName().equals(own) || type.getName().startsWith(own + "$")));

  @Test
  void foreignNamesAreKeptInTablesWithAnOrder() {
    noClasses()
        .that(FOREIGN_NAMES)
        .and()
        .resideOutsideOfPackages("dev.muster.cli..", "dev.muster.bench..", "dev.muster.junit..")
        .should()
        .callMethodWhere(SEARCHES)
        .check(MainClasses.all());
  }
}
