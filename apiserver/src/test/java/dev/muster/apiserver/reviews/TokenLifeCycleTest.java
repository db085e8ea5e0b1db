package dev.muster.apiserver.reviews;

import static dev.muster.apiserver.server.LiveServer.ADMIN;
import static dev.muster.apiserver.server.LiveServer.ALICE;
import static dev.muster.apiserver.server.LiveServer.NOBODY;
import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jwt.SignedJWT;
import dev.muster.apiserver.server.LiveServer;
import dev.muster.apiserver.server.LiveServer.Answer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@TestInstance(Lifecycle.PER_CLASS)
class TokenLifeCycleTest {
  private static final String CORE = "/api/v1/namespaces/default/";
  private static final String AUTHENTICATION = "/apis/authentication.k8s.io/v1/";

  private LiveServer server;

  @BeforeAll
  void start(@TempDir Path directory) throws IOException {
    server = LiveServer.start(directory);
    account("robot");
  }

  @AfterAll
  void stop() {
    server.close();
  }

  private void account(String name) {
    server.create(CORE + "serviceaccounts", "{'metadata':{'name':'" + name + "'}}");
  }

  private Answer request(String account, String spec) {
    return server.post(
        ADMIN, CORE + "serviceaccounts/" + account + "/token", "{'spec':" + spec + "}");
  }

  private String token(String account, String spec) {
    Answer answer = request(account, spec);
    assertThat(answer.code()).as("%s", answer.body()).isEqualTo(201);
    return answer.text("/status/token");
  }

  private Answer whoAmI(String token, String... headers) {
    return server.post(token, AUTHENTICATION + "selfsubjectreviews", "{}", headers);
  }

  @Test
  void aTokenIsItsAccounts() {
    Answer answer = whoAmI(token("robot", "{}"));
    assertThat(answer.code()).isEqualTo(201);
    assertThat(answer.text("/status/userInfo/username"))
        .isEqualTo("system:serviceaccount:default:robot");
    assertThat(answer.at("/status/userInfo/groups").toString())
        .isEqualTo(
            "[\"system:serviceaccounts\",\"system:serviceaccounts:default\",\"system:authenticated\"]");
    assertThat(answer.at("/metadata").size()).isEqualTo(1);
  }

  @Test
  void aRequestIsAnsweredWithWhatItLeftOpen() {
    Answer answer = request("robot", "{}");
    assertThat(answer.at("/spec").toString())
        .isEqualTo(
            "{\"audiences\":[\"https://kubernetes.default.svc\"],\"expirationSeconds\":3600,"
                + "\"boundObjectRef\":null}");
    assertThat(answer.text("/metadata/name")).isEqualTo("robot");
    assertThat(answer.text("/metadata/managedFields/0/subresource")).isEqualTo("token");
  }

  @Test
  void aTokenDiesWithItsPod() {
    server.create(
        CORE + "pods",
        "{'metadata':{'name':'p'},'spec':{'serviceAccountName':'robot',"
            + "'containers':[{'name':'c','image':'busybox'}]}}");
    String token = token("robot", "{'boundObjectRef':{'kind':'Pod','apiVersion':'v1','name':'p'}}");
    assertThat(
            whoAmI(token).text("/status/userInfo/extra/authentication.kubernetes.io~1pod-name/0"))
        .isEqualTo("p");
    server.delete(ADMIN, CORE + "pods/p?gracePeriodSeconds=0");
    assertThat(whoAmI(token).code()).isEqualTo(401);
  }

  @Test
  void aTokenDiesWithItsSecretAndDoesNotRiseWithAnotherOfTheSameName() {
    String secret = "{'metadata':{'name':'s'}}";
    server.create(CORE + "secrets", secret);
    String token =
        token("robot", "{'boundObjectRef':{'kind':'Secret','apiVersion':'v1','name':'s'}}");
    assertThat(whoAmI(token).code()).isEqualTo(201);
    server.delete(ADMIN, CORE + "secrets/s");
    assertThat(whoAmI(token).code()).isEqualTo(401);
    server.create(CORE + "secrets", secret);
    assertThat(whoAmI(token).code()).isEqualTo(401);
  }

  @Test
  void aTokenDiesWithItsNode() {
    server.create("/api/v1/nodes", "{'metadata':{'name':'n'}}");
    String token =
        token("robot", "{'boundObjectRef':{'kind':'Node','apiVersion':'v1','name':'n'}}");
    assertThat(whoAmI(token).code()).isEqualTo(201);
    server.delete(ADMIN, "/api/v1/nodes/n");
    assertThat(whoAmI(token).code()).isEqualTo(401);
  }

  @Test
  void aTokenDiesWithItsAccount() {
    account("short-lived");
    String token = token("short-lived", "{}");
    assertThat(whoAmI(token).code()).isEqualTo(201);
    Answer deleted = server.delete(ADMIN, CORE + "serviceaccounts/short-lived");
    assertThat(deleted.text("/kind")).isEqualTo("ServiceAccount");
    assertThat(whoAmI(token).code()).isEqualTo(401);
    account("short-lived");
    assertThat(whoAmI(token).code()).isEqualTo(401);
  }

  @Test
  void aTokenForOthersIsRefusedHereButCanBeReviewed() {
    String token = token("robot", "{'audiences':['vault']}");
    assertThat(whoAmI(token).code()).isEqualTo(401);
    Answer review = review("{'token':'" + token + "','audiences':['vault','else']}");
    assertThat(review.at("/status/authenticated").asBoolean()).isTrue();
    assertThat(review.at("/status/audiences").toString()).isEqualTo("[\"vault\"]");
    Answer wrong = review("{'token':'" + token + "'}");
    assertThat(wrong.text("/status/error"))
        .isEqualTo(
            "[invalid bearer token, token audiences [\"vault\"] is invalid for the target audiences"
                + " [\"https://kubernetes.default.svc\"]]");
  }

  private Answer review(String spec) {
    return server.post(ADMIN, AUTHENTICATION + "tokenreviews", "{'spec':" + spec + "}");
  }

  @Test
  void reviewsTokensOfEveryKind() {
    assertThat(review("{'token':'" + ALICE + "'}").at("/status/user").toString())
        .isEqualTo(
            "{\"username\":\"alice\",\"uid\":\"a-1\",\"groups\":[\"dev\",\"system:authenticated\"]}");
    assertThat(review("{'token':'nonsense'}").at("/status").toString())
        .isEqualTo("{\"user\":{},\"error\":\"invalid bearer token\"}");
    assertThat(review("{}").text("/message"))
        .isEqualTo("token is required for TokenReview in authentication");
  }

  @Test
  void tellsWhomARequestImpersonates() {
    Answer answer =
        whoAmI(
            ADMIN,
            "Impersonate-User",
            "carol",
            "Impersonate-Uid",
            "c-1",
            "Impersonate-Group",
            "ops",
            "Impersonate-Extra-Scopes",
            "view");
    assertThat(answer.at("/status/userInfo").toString())
        .isEqualTo(
            "{\"username\":\"carol\",\"uid\":\"c-1\",\"groups\":[\"ops\",\"system:authenticated\"],"
                + "\"extra\":{\"scopes\":[\"view\"]}}");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          too short      | {'expirationSeconds':599}        | 422 | TokenRequest.authentication.k8s.io "" is invalid: spec.expirationSeconds: Invalid value: 599: may not specify a duration less than 10 minutes
          too long       | {'expirationSeconds':4294967297} | 422 | TokenRequest.authentication.k8s.io "" is invalid: spec.expirationSeconds: Invalid value: 4294967297: may not specify a duration larger than 2^32 seconds
          no such pod    | {'boundObjectRef':{'kind':'Pod','apiVersion':'v1','name':'nope'}}  | 404 | pods "nope" not found
          no such secret | {'boundObjectRef':{'kind':'Secret','apiVersion':'v1','name':'no'}} | 404 | secrets "no" not found
          no name        | {'boundObjectRef':{'kind':'Node','apiVersion':'v1'}}               | 400 | Name parameter required.
          another kind   | {'boundObjectRef':{'kind':'Lease','apiVersion':'coordination.k8s.io/v1','name':'l'}} | 400 | cannot bind token to object of type coordination.k8s.io/v1, Kind=Lease
          """)
  void refuses(String name, String spec, int code, String message) {
    Answer answer = request("robot", spec);
    assertThat(answer.text("/message")).isEqualTo(message);
    assertThat(answer.code()).isEqualTo(code);
  }

  @Test
  void refusesToBindToAPodOfAnotherAccount() {
    server.create(
        CORE + "pods",
        "{'metadata':{'name':'other'},'spec':{'containers':[{'name':'c','image':'busybox'}]}}");
    assertThat(
            request("robot", "{'boundObjectRef':{'kind':'Pod','apiVersion':'v1','name':'other'}}")
                .text("/message"))
        .isEqualTo(
            "cannot bind token for serviceaccount \"robot\" to pod running with different"
                + " serviceaccount name.");
  }

  @Test
  void refusesAnotherUidThanThatOfTheObject() {
    server.create(CORE + "secrets", "{'metadata':{'name':'u'}}");
    Answer answer =
        request(
            "robot",
            "{'boundObjectRef':{'kind':'Secret','apiVersion':'v1','name':'u','uid':'wrong'}}");
    assertThat(answer.code()).isEqualTo(409);
    assertThat(answer.text("/message"))
        .isEqualTo(
            "Operation cannot be fulfilled on Secret \"u\": the UID in the bound object reference"
                + " (wrong) does not match the UID in record. The object might have been deleted and"
                + " then recreated");
  }

  @Test
  void refusesAccountsAndNamespacesThatAreNotThere() {
    assertThat(request("nobody", "{}").text("/message"))
        .isEqualTo("serviceaccounts \"nobody\" not found");
    assertThat(
            server
                .post(ADMIN, "/api/v1/namespaces/no/serviceaccounts/a/token", "{}")
                .text("/message"))
        .isEqualTo("namespaces \"no\" not found");
  }

  @Test
  void refusesANameOtherThanInTheUrl() {
    Answer answer =
        server.post(ADMIN, CORE + "serviceaccounts/robot/token", "{'metadata':{'name':'x'}}");
    assertThat(answer.text("/message"))
        .isEqualTo(
            "TokenRequest.authentication.k8s.io \"robot\" is invalid: metadata.name: Invalid value:"
                + " \"x\": must match the service account name if specified");
  }

  @Test
  void othersCanCheckTokensByThePublishedKeys() throws Exception {
    String token = token("robot", "{}");
    Answer configuration = server.get(token, "/.well-known/openid-configuration");
    assertThat(configuration.text("/issuer")).isEqualTo("https://kubernetes.default.svc");
    assertThat(configuration.text("/jwks_uri")).endsWith("/openid/v1/jwks");
    Answer keys = server.get(token, "/openid/v1/jwks");
    assertThat(keys.response().headers().allValues("Content-Type"))
        .isEqualTo(List.of("application/jwk-set+json"));
    assertThat(keys.response().headers().allValues("Cache-Control"))
        .isEqualTo(List.of("public, max-age=3600"));
    SignedJWT jwt = SignedJWT.parse(token);
    JWKSet set = JWKSet.parse(keys.response().body());
    var key = set.getKeyByKeyId(jwt.getHeader().getKeyID());
    assertThat(jwt.verify(new ECDSAVerifier(key.toECKey()))).isTrue();
    assertThat(jwt.getJWTClaimsSet().getIssuer()).isEqualTo(configuration.text("/issuer"));
  }

  @Test
  void onlyMembersOfTheCommunitySeeThePublishedKeys() {
    assertThat(server.get(NOBODY, "/openid/v1/jwks").code()).isEqualTo(403);
    assertThat(server.get(ALICE, "/openid/v1/jwks").code()).isEqualTo(403);
  }
}
