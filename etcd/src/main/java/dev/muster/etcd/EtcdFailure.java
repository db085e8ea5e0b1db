package dev.muster.etcd;

import dev.muster.store.UnreachableStoreException;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.nio.channels.ClosedChannelException;
import java.util.Locale;

/** What etcd's refusals mean. */
final class EtcdFailure {
  private static final String COMPACTED = "required revision has been compacted";

  private EtcdFailure() {}

  static boolean compacted(StatusRuntimeException e) {
    return e.getStatus().getCode() == Status.Code.OUT_OF_RANGE
        && String.valueOf(e.getStatus().getDescription()).contains(COMPACTED);
  }

  /** Whether another member, or the same one a little later, may well answer. */
  static boolean passing(StatusRuntimeException e) {
    if (e.getStatus().getCause() instanceof ClosedChannelException) {
      return true; // a member that was just killed: gRPC has no code for it
    }
    return switch (e.getStatus().getCode()) {
      case UNAVAILABLE, DEADLINE_EXCEEDED, CANCELLED, ABORTED -> true;
      case OK,
          UNKNOWN,
          INVALID_ARGUMENT,
          NOT_FOUND,
          ALREADY_EXISTS,
          PERMISSION_DENIED,
          RESOURCE_EXHAUSTED,
          FAILED_PRECONDITION,
          OUT_OF_RANGE,
          UNIMPLEMENTED,
          INTERNAL,
          DATA_LOSS,
          UNAUTHENTICATED ->
          false;
    };
  }

  /** Whether a member refused a write for want of a leader, before anybody took it up. */
  static boolean noLeader(StatusRuntimeException e) {
    return "etcdserver: no leader".equals(e.getStatus().getDescription());
  }

  static UnreachableStoreException of(StatusRuntimeException e) {
    Status status = e.getStatus();
    String why = status.getDescription();
    boolean late =
        status.getCode() == Status.Code.DEADLINE_EXCEEDED
            || "etcdserver: request timed out".equals(why);
    return new UnreachableStoreException(
        why != null && why.startsWith("etcdserver: ")
            ? why
            : "rpc error: code = " + goName(status.getCode()) + " desc = " + why,
        late,
        e);
  }

  /** The code as Go spells it: DeadlineExceeded. */
  private static String goName(Status.Code code) {
    StringBuilder name = new StringBuilder();
    for (String word : code.name().split("_", -1)) {
      name.append(word.charAt(0)).append(word.substring(1).toLowerCase(Locale.ROOT));
    }
    return name.toString();
  }
}
