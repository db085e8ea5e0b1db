package dev.muster.apiserver.request;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What of a query is written down. */
class LoggedUriTest {
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      emptyValue = "",
      textBlock =
          """
          limit=5&continue=eyJ2IjoibWV0YS5rOHMuaW8vdjEifQ | ?limit=5&continue=eyJ2IjoibWV0YS5rOHMuaW8vdjEifQ
          command=ls&command=-l&stdout=1        | ?command=ls&command=-l&stdout=1
          fieldSelector=metadata.name%3Dp&watch | ?fieldSelector=metadata.name%3Dp&watch
          access_token=abc                      | ?access_token=REDACTED
          a=1&access_token=abc&b=2              | ?a=1&access_token=REDACTED&b=2
          ToKeN=abc                             | ?ToKeN=REDACTED
          tok%65n=abc                           | ?tok%65n=REDACTED
          token=                                | ?token=
          x=eyJhbGciOiJ9.eyJzIjoxfQ.c2ln        | ?x=REDACTED
          x=eyJhbGciOiJ9%2EeyJzIjoxfQ%2Ec2ln    | ?x=REDACTED
          %zz=abc                               | ?%zz=REDACTED
          &&                                    | ?&&
          """)
  void leavesOutWhatMayBeACredential(String query, String logged) {
    assertThat(LoggedUri.of("/p", query)).isEqualTo("/p" + logged);
  }
}
