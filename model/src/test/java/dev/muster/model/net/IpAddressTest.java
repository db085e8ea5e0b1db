package dev.muster.model.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.model.field.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IpAddressTest {

  @ParameterizedTest
  @CsvSource({
    "10.9.8.7,10.9.8.7",
    "010.009.8.7,10.9.8.7",
    "::ffff:1.2.3.4,1.2.3.4",
    "::,::",
    "::1,::1",
    "2001:DB8:0:0:0:0:0:1,2001:db8::1",
    "1:0:0:2:0:0:0:3,1:0:0:2::3",
    "1::2:0:3:4:5:6,1:0:2:0:3:4:5:6",
  })
  void writesTheCanonicalForm(String text, String canonical) {
    assertThat(IpAddress.parse(text).orElseThrow().text()).isEqualTo(canonical);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "1.2.3",
        "1.2.3.256",
        "1.2.3.4.5",
        "::1::",
        "1:2:3:4:5:6:7:8:9",
        "g::",
        "1.2.3.4::"
      })
  void refusesWhatIsNoAddress(String text) {
    assertThat(IpAddress.parse(text)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "10.1.2.3/24|f: CIDR value \"10.1.2.3/24\" is ambiguous in this context (should be \"10.1.2.0/24\" or \"10.1.2.3/32\"?)",
        "010.1.2.0/24|f: non-standard CIDR value \"010.1.2.0/24\" will be considered invalid in a future Kubernetes release: use"
            + " \"10.1.2.0/24\"",
        "2001:DB8::/64|f: IPv6 CIDR value \"2001:DB8::/64\" should be in RFC 5952 canonical format (\"2001:db8::/64\")",
      })
  void warnsOfRangesThatAreWrittenOddly(String text, String warning) {
    assertThat(Cidr.warnings(Path.of("f"), text)).containsExactly(warning);
  }

  @Test
  void hasNothingToSayAboutAPlainRange() {
    assertThat(Cidr.warnings(Path.of("f"), "10.1.2.0/24")).isEmpty();
    assertThat(Cidr.parse("10.1.2.0/33")).isEmpty();
    assertThat(Cidr.parse("10.1.2.0")).isEmpty();
  }

  @Test
  void knowsWhichRangeContainsWhich() {
    Cidr wide = Cidr.parse("10.0.0.0/8").orElseThrow();
    Cidr narrow = Cidr.parse("10.1.0.0/16").orElseThrow();
    assertThat(wide.contains(narrow)).isTrue();
    assertThat(narrow.contains(wide)).isFalse();
  }
}
