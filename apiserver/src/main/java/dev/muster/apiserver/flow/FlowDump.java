package dev.muster.apiserver.flow;

import dev.muster.apiserver.flow.config.PriorityLevel;
import dev.muster.apiserver.flow.fair.QueueSetState;
import dev.muster.apiserver.flow.fair.SeatRequest;
import dev.muster.apiserver.request.RequestInfo;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/** What levels, queues and requests do at a moment, in the form of kube-apiserver's debug pages. */
public final class FlowDump {
  /** Idle queues are listed, too, unless there are very many. */
  private static final int LISTED = 1_024;

  private static final String NEVER = "0001-01-01T00:00:00Z";
  private final Supplier<List<PriorityLevel>> levels;

  FlowDump(Supplier<List<PriorityLevel>> levels) {
    this.levels = levels;
  }

  public String priorityLevels() {
    AlignedRows rows =
        new AlignedRows(
            "PriorityLevelName",
            "ActiveQueues",
            "IsIdle",
            "IsQuiescing",
            "WaitingRequests",
            "ExecutingRequests",
            "DispatchedRequests",
            "RejectedRequests",
            "TimedoutRequests",
            "CancelledRequests");
    for (PriorityLevel level : levels.get()) {
      QueueSetState state = level.state();
      long active = state.queues().stream().filter(queue -> !queue.waiting().isEmpty()).count();
      rows.add(
          level.name(),
          active,
          state.waiting() == 0 && state.executing() == 0,
          level.quiescing(),
          state.waiting(),
          state.executing(),
          state.dispatched(),
          state.rejected(),
          0,
          state.cancelled());
    }
    return rows.text();
  }

  public String queues() {
    AlignedRows rows =
        new AlignedRows(
            "PriorityLevelName",
            "Index",
            "PendingRequests",
            "ExecutingRequests",
            "SeatsInUse",
            "NextDispatchR",
            "InitialSeatsSum",
            "MaxSeatsSum",
            "TotalWorkSum");
    for (PriorityLevel level : levels.get()) {
      int next = 0;
      for (QueueSetState.Queue queue : level.state().queues()) {
        idle(rows, level, next, queue.index());
        next = queue.index() + 1;
        rows.add(
            level.name(),
            queue.index(),
            queue.waiting().size(),
            queue.executing().size(),
            queue.seatsInUse(),
            seatSeconds(queue.nextDispatch()),
            queue.waitingSeats(),
            queue.waitingSeats(),
            seatSeconds(queue.waitingWork()));
      }
      idle(rows, level, next, level.spec().queuing().queues());
    }
    return rows.text();
  }

  private static void idle(AlignedRows rows, PriorityLevel level, int from, int to) {
    if (level.spec().queuing().queues() <= LISTED) {
      for (int i = from; i < to; i++) {
        rows.add(level.name(), i, 0, 0, 0, seatSeconds(0), 0, 0, seatSeconds(0));
      }
    }
  }

  private static String seatSeconds(double nanos) {
    return String.format(Locale.ROOT, "%.8fss", nanos / 1e9);
  }

  /**
   * @param details whether to tell who asks for what
   */
  public String requests(boolean details) {
    List<String> columns =
        new ArrayList<>(
            List.of(
                "PriorityLevelName",
                "FlowSchemaName",
                "QueueIndex",
                "RequestIndexInQueue",
                "FlowDistingsher",
                "ArriveTime",
                "InitialSeats",
                "FinalSeats",
                "AdditionalLatency",
                "StartTime"));
    if (details) {
      columns.addAll(
          List.of(
              "UserName",
              "Verb",
              "APIPath",
              "Namespace",
              "Name",
              "APIVersion",
              "Resource",
              "SubResource"));
    }
    AlignedRows rows = new AlignedRows(columns.toArray());
    for (PriorityLevel level : levels.get()) {
      QueueSetState state = level.state();
      for (QueueSetState.Queue queue : state.queues()) {
        for (int i = 0; i < queue.waiting().size(); i++) {
          row(rows, queue.index(), i, queue.waiting().get(i), details);
        }
        queue.executing().forEach(request -> row(rows, queue.index(), -1, request, details));
      }
      state.queueless().forEach(request -> row(rows, -1, -1, request, details));
    }
    return rows.text();
  }

  private static void row(
      AlignedRows rows, int queue, int place, SeatRequest seats, boolean details) {
    if (!(seats instanceof FlowRequest request)) {
      return;
    }
    List<Object> row =
        new ArrayList<>(
            List.of(
                request.level().name(),
                request.schema().name(),
                queue,
                place,
                request.flow().distinguisher(),
                at(request.arrived()),
                request.seats(),
                0,
                "0s",
                request.began().isPresent() ? at(request.began().getAsLong()) : NEVER));
    if (details) {
      RequestInfo info = request.info();
      row.addAll(
          List.of(
              request.user().name(),
              info.verb(),
              info.path(),
              info.namespace(),
              info.name(),
              info.apiVersion(),
              info.resource(),
              info.subresource()));
    }
    rows.add(row.toArray());
  }

  private static String at(long nanoTime) {
    return Instant.now().minusNanos(System.nanoTime() - nanoTime).toString();
  }
}
