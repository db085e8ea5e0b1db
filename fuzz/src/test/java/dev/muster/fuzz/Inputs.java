package dev.muster.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.model.status.ApiException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** How inputs are taken apart. */
final class Inputs {
  private Inputs() {}

  /** All but the first byte. */
  static byte[] rest(byte[] input) {
    return Arrays.copyOfRange(input, 1, input.length);
  }

  static String text(byte[] input) {
    return new String(input, StandardCharsets.UTF_8);
  }

  /** A refusal of foreign bytes blames their sender. */
  static void refusedByClientsFault(ApiException refused) {
    assertThat(refused.status().code()).isBetween(400, 499);
    assertThat(refused.status().message()).isNotEmpty();
  }
}
