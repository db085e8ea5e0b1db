package dev.muster.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.model.codec.Trees;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NamedAccountTest {
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      value = {
        "nobody named one         | ``      | [{\"fieldsV1\":{\"f:spec\":{\"f:containers\":{}}}}] | ``",
        "the cluster filled it in | default | [{\"fieldsV1\":{\"f:spec\":{\"f:containers\":{}}}}] | ``",
        "default by its name      | default | [{\"fieldsV1\":{\"f:spec\":{\"f:serviceAccountName\":{}}}}] | default",
        "default by the old field | default | [{\"fieldsV1\":{\"f:spec\":{\"f:serviceAccount\":{}}}}] | default",
        "the second of two        | default | [{},{\"fieldsV1\":{\"f:spec\":{\"f:serviceAccountName\":{}}}}] | default",
        "notes were taken away    | default | []   | default",
        "there are no notes       | default | null | default",
        "another one              | robot   | [{\"fieldsV1\":{\"f:spec\":{}}}] | robot",
      })
  void isWhatSomebodyWrote(String name, String account, String managers, String named)
      throws IOException {
    String pod =
        "{\"metadata\":{\"managedFields\":%s},\"spec\":{\"serviceAccountName\":\"%s\"}}"
            .formatted(managers, account);
    assertThat(NamedAccount.of(Trees.parse(pod.getBytes(StandardCharsets.UTF_8)))).isEqualTo(named);
  }
}
