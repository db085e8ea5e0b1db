package dev.muster.runtime.service;

import dev.muster.runtime.refusal.Refused;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Turns the outcome of a call into its answer. */
final class CriAnswers {
  private static final Logger log = LoggerFactory.getLogger(CriAnswers.class);

  private static final int LONGEST_MESSAGE = 1500;

  private CriAnswers() {}

  /** A call's work. */
  @FunctionalInterface
  interface Work<T> {
    T run() throws IOException, Refused;
  }

  static <T> void to(StreamObserver<T> caller, Work<T> work) {
    T answer;
    try {
      answer = work.run();
    } catch (Refused refused) {
      caller.onError(
          code(refused.kind()).withDescription(bounded(refused.getMessage())).asRuntimeException());
      return;
    } catch (IOException | RuntimeException | Error broken) {
      log.error("call failed", broken);
      caller.onError(
          Status.INTERNAL.withDescription(bounded(broken.getMessage())).asRuntimeException());
      return;
    }
    caller.onNext(answer);
    caller.onCompleted();
  }

  /** A message travels in a header, which the client's side bounds: a long one breaks the call. */
  private static String bounded(@Nullable String message) {
    String text = String.valueOf(message);
    return text.length() > LONGEST_MESSAGE ? text.substring(0, LONGEST_MESSAGE) + "..." : text;
  }

  static Status code(Refused.Kind kind) {
    return switch (kind) {
      case INVALID -> Status.INVALID_ARGUMENT;
      case NOT_FOUND -> Status.NOT_FOUND;
      case EXISTS -> Status.ALREADY_EXISTS;
      case WRONG_STATE -> Status.FAILED_PRECONDITION;
      case TIMED_OUT -> Status.DEADLINE_EXCEEDED;
      case TOO_LARGE -> Status.RESOURCE_EXHAUSTED;
      case UNSUPPORTED -> Status.UNIMPLEMENTED;
      case FAILED -> Status.UNKNOWN;
    };
  }
}
