package dev.muster.apiserver.audit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.apiserver.request.Query;
import dev.muster.apiserver.request.RequestInfo;
import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Questions about access may carry any object, and so a secret. */
class AuditedQuestionsTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Confidentiality QUESTION =
      Confidentiality.of(
          RequestInfo.of("POST", "/apis/access.muster.dev/v1/accessexplanations", Query.parse("")));

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'kind':'AccessExplanation','spec':{'object':{'data':{'p':'HIDE'}}},'status':{'stations':[{'reason':'HIDE'}]}}",
        "{'kind':'AccessExplanation','spec':{'object':'HIDE'}}",
        "{'kind':'TokenReview','spec':{'object':{'stringData':{'p':'HIDE'}}}}",
        "{'kind':'AccessChange','spec':{'objects':[{'kind':'Secret','data':{'p':'HIDE'}},{'data':'HIDE'}]}}",
        "{'kind':'AccessChange','spec':{'objects':'HIDE'}}",
        "{'kind':'AccessChange','spec':{'manifest':'data: HIDE'},'status':{'notes':['HIDE']}}",
        "{'kind':'AccessChange','spec':{'manifest':['HIDE'],'objects':[]}}",
        "{'kind':'AccessExplanation','spec':{'manifest':'data: HIDE'},'status':{'stations':[{'reason':'HIDE'}]}}",
        "{'kind':'AccessExplanation','spec':['HIDE']}",
        "{'kind':'Secret','spec':{'object':{'data':{'p':'HIDE'}}}}"
      })
  void noObjectButRolesAndBindingsIsWritten(String body) throws IOException {
    JsonNode tree = JSON.readTree(body.replace('\'', '"'));
    assertThat(new Contents(false, true).sent(tree, QUESTION).toString()).doesNotContain("HIDE");
    assertThat(new Contents(false, true).answered((ObjectNode) tree, QUESTION).toString())
        .doesNotContain("HIDE");
    assertThat(tree.toString()).as("the object itself is left alone").contains("HIDE");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'kind':'AccessChange','spec':{'objects':[{'apiVersion':'rbac.authorization.k8s.io/v1','rules':[]}]}}",
        "{'kind':'WhoCan','spec':{'resourceAttributes':{'verb':'get'}}}"
      })
  void whatIsAskedIsWritten(String body) throws IOException {
    JsonNode tree = JSON.readTree(body.replace('\'', '"'));
    assertThat(new Contents(false, true).sent(tree, QUESTION)).isEqualTo(tree);
  }
}
