package dev.muster.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.muster.model.codec.FieldValidation;
import dev.muster.model.scheme.Kind;
import dev.muster.model.status.ApiException;

/** The first byte chooses the kind, the others are a body of protobuf. */
class ProtobufFuzzTest {
  @FuzzTest
  void readsWhatItWrote(byte[] input) {
    if (input.length == 0) {
      return;
    }
    Kind kind = Canonical.kind(input[0]);
    try {
      var body =
          Canonical.BODIES.read(
              kind,
              "application/vnd.kubernetes.protobuf",
              Inputs.rest(input),
              FieldValidation.WARN);
      Canonical.check(kind, body.object());
    } catch (ApiException refused) {
      Inputs.refusedByClientsFault(refused);
    }
  }
}
