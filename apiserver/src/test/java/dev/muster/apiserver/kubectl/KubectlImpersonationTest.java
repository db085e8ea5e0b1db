package dev.muster.apiserver.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.apiserver.running.MostlyWaits;
import dev.muster.apiserver.running.RunningServer;
import dev.muster.testing.kubectl.Kubectl;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Acting as others: a robot that may be alice, of the group crew, with one uid and one extra value,
 * and nobody else.
 */
@MostlyWaits
class KubectlImpersonationTest {
  private static final String ROBOT = "User \"system:serviceaccount:default:robot\"";

  private static RunningServer server;
  private static Path home;
  private static Kubectl admin;

  @BeforeAll
  static void start(@TempDir Path directory) throws IOException {
    server = RunningServer.alone(directory);
    home = directory;
    admin = Kubectl.on(server.kubeconfig(), directory);
    admin.run("create", "serviceaccount", "robot").ok();
    admin
        .piped(
            """
            apiVersion: rbac.authorization.k8s.io/v1
            kind: ClusterRole
            metadata: {name: as-alice}
            rules:
            - {apiGroups: [""], resources: [users], verbs: [impersonate], resourceNames: [alice]}
            - {apiGroups: [""], resources: [groups], verbs: [impersonate], resourceNames: [crew]}
            - {apiGroups: [authentication.k8s.io], resources: [uids], verbs: [impersonate], resourceNames: [u-1]}
            - {apiGroups: [authentication.k8s.io], resources: [userextras/scopes], verbs: [impersonate], resourceNames: [view]}
            """,
            "create",
            "-f",
            "-")
        .ok();
    admin
        .run(
            "create",
            "clusterrolebinding",
            "robot",
            "--clusterrole=as-alice",
            "--serviceaccount=default:robot")
        .ok();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  /** The robot's own kubectl, whose configuration says whom it acts as. */
  private static Kubectl as(String impersonation) {
    try {
      String token = admin.run("create", "token", "robot").ok();
      Path kubeconfig = Files.createTempFile(home, "robot", ".kubeconfig");
      Files.writeString(
          kubeconfig,
          """
          apiVersion: v1
          kind: Config
          clusters: [{name: c, cluster: {server: "%s", insecure-skip-tls-verify: true}}]
          users: [{name: robot, user: {token: %s%s}}]
          contexts: [{name: c, context: {cluster: c, user: robot}}]
          current-context: c
          """
              .formatted(server.url(), token, impersonation.isEmpty() ? "" : ", " + impersonation));
      return admin.with(kubeconfig);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void itIsWhomItMayBe() {
    Kubectl alice =
        as("as: alice, as-uid: u-1, as-groups: [crew], as-user-extra: {scopes: [view]}");
    assertThat(alice.run("auth", "whoami", "-o=jsonpath={.status.userInfo}").ok())
        .isEqualTo(
            "{\"extra\":{\"scopes\":[\"view\"]},\"groups\":[\"crew\",\"system:authenticated\"],"
                + "\"uid\":\"u-1\",\"username\":\"alice\"}");
    assertThat(as("").run("auth", "whoami", "-o=jsonpath={.status.userInfo.username}").ok())
        .isEqualTo("system:serviceaccount:default:robot");
  }

  @Test
  void everyPartOfAnotherIdentityNeedsItsOwnPermission() {
    assertThat(refused("as: bob"))
        .endsWith(
            "users \"bob\" is forbidden: "
                + ROBOT
                + " cannot impersonate resource \"users\" in API group \"\" at the cluster scope");
    assertThat(refused("as: alice, as-groups: [crew, system:masters]"))
        .endsWith(
            "groups \"system:masters\" is forbidden: "
                + ROBOT
                + " cannot impersonate resource \"groups\" in API group \"\" at the cluster scope");
    assertThat(refused("as: alice, as-uid: u-2"))
        .endsWith(
            "uids.authentication.k8s.io \"u-2\" is forbidden: "
                + ROBOT
                + " cannot impersonate resource \"uids\" in API group \"authentication.k8s.io\" at"
                + " the cluster scope");
    assertThat(refused("as: alice, as-user-extra: {scopes: [view, edit]}"))
        .endsWith(
            "userextras.authentication.k8s.io \"edit\" is forbidden: "
                + ROBOT
                + " cannot impersonate resource \"userextras/scopes\" in API group"
                + " \"authentication.k8s.io\" at the cluster scope");
    assertThat(refused("as: alice, as-user-extra: {other: [view]}"))
        .contains("cannot impersonate resource \"userextras/other\"");
    assertThat(refused("as: \"system:serviceaccount:default:default\""))
        .endsWith(
            "serviceaccounts \"default\" is forbidden: "
                + ROBOT
                + " cannot impersonate resource \"serviceaccounts\" in API group \"\" in the"
                + " namespace \"default\"");
  }

  private static String refused(String impersonation) {
    return as(impersonation).run("get", "--raw", "/api").refused();
  }
}
