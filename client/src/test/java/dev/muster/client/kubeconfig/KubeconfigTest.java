package dev.muster.client.kubeconfig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.pki.Trust;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KubeconfigTest {
  /** The example of Using Authorization Plugins, with the user's name spelled the same twice. */
  private static final String EXAMPLE =
      """
      # clusters refers to the remote service.
      clusters:
        - name: name-of-remote-authz-service
          cluster:
            certificate-authority: ca.crt               # CA for verifying the remote service.
            server: https://authz.example.com/authorize # URL of remote service to query.
      users:
        - name: name-of-api-server
          user:
            client-certificate: client.crt # cert for the webhook plugin to use
            client-key: client.key         # key matching the cert
      current-context: webhook
      contexts:
      - context:
          cluster: name-of-remote-authz-service
          user: name-of-api-server
        name: webhook
      """;

  @TempDir private static Path directory;

  @BeforeAll
  static void issue() throws Exception {
    SelfSigned.write(directory, "ca", "ca");
    SelfSigned.write(directory, "client", "api-server");
    SelfSigned.write(directory, "another", "another");
    Files.writeString(directory.resolve("empty"), "");
  }

  private static ClientConfig read(String text) throws IOException {
    return ClientConfig.read(Files.writeString(directory.resolve("config"), text));
  }

  private static String data(String file) throws IOException {
    return Base64.getEncoder().encodeToString(Files.readAllBytes(directory.resolve(file)));
  }

  @Test
  void readsTheExampleWithFilesBesideIt() throws IOException {
    ClientConfig config = read(EXAMPLE);
    assertThat(config.server()).isEqualTo(URI.create("https://authz.example.com/authorize"));
    assertThat(((Trust.Authorities) config.trust()).certificates()).hasSize(1);
    assertThat(config.identity().orElseThrow().certificate().getSubjectX500Principal().getName())
        .isEqualTo("CN=api-server");
    assertThat(config.credential()).isEqualTo(new Credential.None());
    assertThat(config.namespace()).isEqualTo("default");
  }

  @Test
  void whatIsInTheFileItselfWins() throws IOException {
    ClientConfig config =
        read(
            EXAMPLE
                .replace(
                    "client-certificate: client.crt",
                    "client-certificate: missing\n      client-certificate-data: "
                        + data("another.crt"))
                .replace("client-key: client.key", "client-key-data: " + data("another.key"))
                .replace(
                    "certificate-authority: ca.crt",
                    "certificate-authority-data: " + data("ca.crt")));
    assertThat(config.identity().orElseThrow().certificate().getSubjectX500Principal().getName())
        .isEqualTo("CN=another");
    assertThat(config.trust()).isInstanceOf(Trust.Authorities.class);
  }

  @ParameterizedTest
  @CsvSource({
    "token: s3cret, Bearer s3cret",
    "'username: me\n      password: s3cret', Basic bWU6czNjcmV0"
  })
  void sendsTokensAndPasswordsAndNeverPrintsThem(String user, String header) throws IOException {
    ClientConfig config = read(EXAMPLE.replace("client-key: ", user + "\n      client-key: "));
    assertThat(config.credential().header()).contains(header);
    assertThat(config.toString()).doesNotContain("s3cret").doesNotContain("bWU6czNjcmV0");
  }

  @Test
  void withoutAnAuthorityTheMachinesAreTrusted() throws IOException {
    assertThat(
            read(EXAMPLE.replace("certificate-authority: ca.crt", "disable-compression: true"))
                .trust())
        .isEqualTo(new Trust.Machine());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          as-uid: x         | as: requesting uid, groups or user-extra without impersonating a user
          as: "a\\u0001"    | as: has characters that a header cannot carry
          as-groups: [1]    | as-groups: must be a list of strings
          exec: {command: a, apiVersion: v1, interactiveMode: Never} | exec.apiVersion: must be client.authentication.k8s.io/v1 or client.authentication.k8s.io/v1beta1
          exec: {command: a, apiVersion: client.authentication.k8s.io/v1} | exec.interactiveMode: must be specified to use exec authentication plugin
          exec: {apiVersion: client.authentication.k8s.io/v1beta1} | exec.command: must be specified to use exec authentication plugin
          exec: {command: a, apiVersion: client.authentication.k8s.io/v1, interactiveMode: Now} | exec.interactiveMode: must be one of Always, IfAvailable, Never
          """)
  void saysWhatIsWrongWithWhoeverOneActsAs(String field, String problem) {
    assertThatThrownBy(() -> read(EXAMPLE.replace("client-key: ", field + "\n      client-key: ")))
        .isInstanceOf(KubeconfigException.class)
        .hasMessageContaining("config: users[0].user." + problem);
  }

  @ParameterizedTest(name = "{0} -> {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          user: name-of-api-server | user: name-of-api-sever   | DIR/config: users: user "name-of-api-sever" was not found for context "webhook"; did you mean "name-of-api-server"?
          cluster: name-of         | cluster: nome-of          | DIR/config: clusters: cluster "nome-of-remote-authz-service" was not found for context "webhook"; did you mean "name-of-remote-authz-service"?
          current-context: webhook | current-context: other    | DIR/config: contexts: context was not found for specified context: "other"
          current-context: webhook | preferences: {}           | DIR/config: current-context: must name one of the contexts
          https://authz            | http://authz              | DIR/config: clusters[0].cluster.server: "http://authz.example.com/authorize" is not a URL that begins with https:// and names a host
          https://authz            | //authz                   | DIR/config: clusters[0].cluster.server: "//authz.example.com/authorize" is not a URL that begins with https:// and names a host
          certificate-authority:   | certificate-authorty:     | DIR/config: clusters[0].cluster.certificate-authorty: unknown field; did you mean "certificate-authority"?
          certificate-authority:   | proxy-url:                | DIR/config: clusters[0].cluster.proxy-url: only proxies like http://HOST:PORT are supported
          client-certificate:      | auth-provider:            | DIR/config: users[0].user.auth-provider: is not supported
          ca.crt                   | nowhere.crt               | DIR/config: clusters[0].cluster.certificate-authority: DIR/nowhere.crt: no such file
          ca.crt                   | empty                     | DIR/config: clusters[0].cluster.certificate-authority: DIR/empty: there is no certificate in PEM form; give certificates in PEM form
          ca.crt                   | [1]                       | DIR/config: clusters[0].cluster.certificate-authority: must be a string
          client.key               | another.key               | DIR/config: users[0].user.client-certificate: DIR/another.key: the key does not belong to the certificate of DIR/client.crt; give a certificate and its key in PEM form
          client-key: client.key   | token: x                  | DIR/config: users[0].user.client-key: is missing: a client-certificate needs its key
          client-key:              | client-key-data:          | DIR/config: users[0].user.client-key-data: is not base64
          client-key: client.key   | client-key-data: '?'      | DIR/config: users[0].user.client-certificate: DIR/config: there is no unencrypted private key in PEM form; give a certificate and its key in PEM form
          ca.crt                   | ca.crt, x: 1              | DIR/config: is not a kubeconfig: yaml: line 5: mapping values are not allowed in this context
          clusters:                | kind: Pod                 | DIR/config: is not a kubeconfig: yaml: line 3: mapping values are not allowed in this context
          """)
  void saysWhatIsWrongAndWhere(String good, String bad, String message) {
    assertThatThrownBy(() -> read(EXAMPLE.replace(good, bad)))
        .isInstanceOf(KubeconfigException.class)
        .hasMessage(message.replace("DIR", directory.toAbsolutePath().toString()));
  }

  @Test
  void everyProblemIsSaidAtOnce() {
    assertThatThrownBy(
            () -> read(EXAMPLE.replace("server:", "sever:").replace("client-key:", "client-kee:")))
        .hasMessage(
            """
            DIR/config: clusters[0].cluster.sever: unknown field; did you mean "server"?
            DIR/config: users[0].user.client-kee: unknown field; did you mean "client-key"?"""
                .replace("DIR", directory.toAbsolutePath().toString()));
  }

  @Test
  void anAuthorityIsOfNoUseToThoseWhoTrustAnyone() {
    assertThatThrownBy(
            () -> read(EXAMPLE.replace("server:", "insecure-skip-tls-verify: true\n      server:")))
        .hasMessageEndingWith(
            "specifying a root certificates file with the insecure flag is not allowed");
  }

  @Test
  void aFileThatIsTooLongIsNotRead() {
    assertThatThrownBy(() -> read(EXAMPLE + "#".repeat(1 << 20)))
        .hasMessageEndingWith("/config: is longer than 1048576 bytes");
  }

  @Test
  void aFileThatIsNotThere() {
    Path file = directory.resolve("nowhere");
    assertThatThrownBy(() -> ClientConfig.read(file)).hasMessage(file + ": no such file");
  }
}
