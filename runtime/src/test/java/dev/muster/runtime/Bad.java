package dev.muster.runtime;

import dev.muster.cri.v1.RuntimeServiceGrpc.RuntimeServiceBlockingStub;
import io.grpc.Status.Code;
import java.util.function.Consumer;

/** A call that cannot be, and the code it is refused with. */
record Bad(Code code, Consumer<RuntimeServiceBlockingStub> call) {
  static final String HUGE = "x".repeat(100_000);
}
