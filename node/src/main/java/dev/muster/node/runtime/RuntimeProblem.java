package dev.muster.node.runtime;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.util.Locale;

/** The runtime refused, or did not answer. */
public final class RuntimeProblem extends Exception {
  private final Status.Code code;

  public RuntimeProblem(Status.Code code, String message) {
    super(message);
    this.code = code;
  }

  /** In the words that users know from kubelets. */
  static RuntimeProblem of(StatusRuntimeException failure) {
    Status status = failure.getStatus();
    String detail = status.getDescription() == null ? "" : status.getDescription();
    RuntimeProblem problem =
        new RuntimeProblem(
            status.getCode(), "rpc error: code = " + name(status.getCode()) + " desc = " + detail);
    problem.initCause(failure);
    return problem;
  }

  public boolean isNotFound() {
    return code == Status.Code.NOT_FOUND;
  }

  public boolean isUnimplemented() {
    return code == Status.Code.UNIMPLEMENTED;
  }

  public boolean isTimeout() {
    return code == Status.Code.DEADLINE_EXCEEDED;
  }

  /** {@code NOT_FOUND} as {@code NotFound}. */
  private static String name(Status.Code code) {
    StringBuilder out = new StringBuilder();
    for (String word : code.name().split("_")) {
      out.append(word.charAt(0)).append(word.substring(1).toLowerCase(Locale.ROOT));
    }
    return out.toString();
  }
}
