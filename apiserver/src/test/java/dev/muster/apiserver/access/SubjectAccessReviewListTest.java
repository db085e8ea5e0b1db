package dev.muster.apiserver.access;

import static dev.muster.apiserver.access.QuestionServer.API;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.apiserver.running.Answer;
import dev.muster.apiserver.running.Client;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@TestInstance(Lifecycle.PER_CLASS)
class SubjectAccessReviewListTest {
  private static final String HEAD =
      "{'apiVersion':'access.muster.dev/v1','kind':'SubjectAccessReviewList',";
  private static final String ALICE =
      "{'spec':{'user':'alice','resourceAttributes':{'namespace':'red','verb':'list','resource':'pods'}}}";
  private static final String PATH =
      "{'spec':{'groups':['system:authenticated'],'nonResourceAttributes':{'path':'/healthz','verb':'get'}}}";
  private static final String ZOE = ALICE.replace("alice", "zoe");

  private QuestionServer server;

  @BeforeAll
  void start(@TempDir Path directory) throws IOException {
    server = QuestionServer.start(directory);
  }

  @AfterAll
  void stop() {
    server.close();
  }

  private static Answer post(Client client, String body) {
    return client.json("POST", API + "subjectaccessreviewlists", body.replace('\'', '"'));
  }

  private Answer ask(String items) {
    return post(server.olga, HEAD + "'items':[" + items + "]}");
  }

  @Test
  void answersInOrderWithTheQuestions() {
    Answer answer = ask(ALICE + "," + ZOE + "," + PATH);
    assertThat(answer.status()).as(answer.body()).isEqualTo(201);
    assertThat(answer.body())
        .startsWith(
            "{\"kind\":\"SubjectAccessReviewList\",\"apiVersion\":\"access.muster.dev/v1\","
                + "\"metadata\":{},\"items\":[{\"spec\":{\"resourceAttributes\":{\"namespace\":"
                + "\"red\",\"verb\":\"list\",\"resource\":\"pods\"},\"user\":\"alice\"},\"status\":"
                + "{\"allowed\":true,\"reason\":");
    assertThat(answer.json().at("/items"))
        .extracting(item -> item.at("/status/allowed").asBoolean())
        .containsExactly(true, false, true);
  }

  /** What is not plain is read as any other body is. */
  @Test
  void isTheSameHoweverItIsWritten() {
    JsonNode plain = ask(ALICE + "," + ZOE + "," + PATH).json();
    String spaced = HEAD + "'metadata':{}, 'items':[" + ALICE + "," + ZOE + "," + PATH + "]}";
    assertThat(post(server.olga, spaced).json()).isEqualTo(plain);
    String escaped = spaced.replace("'alice'", "'\\u0061lice'");
    assertThat(post(server.olga, escaped).json()).isEqualTo(plain);
    String yaml = spaced.replace('\'', '"');
    assertThat(
            server
                .olga
                .text("POST", API + "subjectaccessreviewlists", "application/yaml", yaml)
                .json())
        .isEqualTo(plain);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          nobody            | {'spec':{'resourceAttributes':{'verb':'get'}}}          | 422 | items[0].spec.user: Invalid value: "": at least one of user or group must be specified
          nothing           | {'spec':{'user':'a'}}                                   | 422 | items[0].spec.resourceAttributes: Invalid value: null: exactly one of
          a number as user  | {'spec':{'user':7}}                                     | 400 | cannot unmarshal number
          no object         | 7                                                       | 400 | cannot unmarshal number
          """)
  void refusesTheWholeListForAFault(String name, String item, int code, String message) {
    Answer answer = ask(item + "," + ALICE);
    assertThat(answer.status()).as(answer.body()).isEqualTo(code);
    assertThat(answer.at("/message")).contains(message);
  }

  @Test
  void warnsOfUnknownFields() {
    Answer answer = ask(ALICE.replace("'user'", "'usr':'x','user'"));
    assertThat(answer.status()).isEqualTo(201);
    assertThat(answer.warnings())
        .anyMatch(text -> text.contains("unknown field \\\"items[0].spec.usr"));
  }

  @Test
  void answersTenThousandAndNotOneMore() {
    String most = IntStream.range(0, 10_000).mapToObj(i -> ALICE).collect(Collectors.joining(","));
    Answer answer = ask(most);
    assertThat(answer.json().at("/items")).hasSize(10_000);
    Answer more = ask(most + "," + ALICE);
    assertThat(more.status()).isEqualTo(422);
    assertThat(more.at("/message"))
        .contains("items: Too many: 10001: must have at most 10000 items");
  }

  @Test
  void isRefusedWhoMayNotAskAndNothingIsSaid() {
    Answer answer = post(server.zoe, HEAD + "'items':[" + ALICE + "]}");
    assertThat(answer.status()).isEqualTo(403);
    assertThat(answer.body()).doesNotContain("alice", "causes");
  }

  @Test
  void anEmptyListIsAnsweredEmpty() {
    assertThat(ask("").json().at("/items").toString()).isEqualTo("[]");
  }
}
