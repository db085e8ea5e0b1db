package dev.muster.runtime.service;

import dev.muster.cri.v1.ContainerEventResponse;
import dev.muster.cri.v1.ContainerEventType;
import dev.muster.runtime.pods.Container;
import dev.muster.runtime.pods.Events;
import dev.muster.runtime.pods.Pods;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ServerCallStreamObserver;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;

/** The stream of events. A client that falls far behind loses its stream, never single events. */
final class EventCalls {
  private static final int MOST_WAITING = 10_000;

  private record Event(String id, String sandbox, ContainerEventType type, long at) {}

  private static final Event END = new Event("", "", ContainerEventType.UNRECOGNIZED, 0);

  private final Pods pods;
  private final SandboxCalls sandboxes;
  private final ContainerViews views;

  EventCalls(Pods pods, SandboxCalls sandboxes, ContainerViews views) {
    this.pods = pods;
    this.sandboxes = sandboxes;
    this.views = views;
  }

  /** Begins to send events, until the client is gone. */
  void follow(ServerCallStreamObserver<ContainerEventResponse> client) {
    BlockingQueue<Event> waiting = new ArrayBlockingQueue<>(MOST_WAITING);
    AtomicBoolean overrun = new AtomicBoolean();
    Events.Listener listener =
        (id, sandbox, type, at) -> {
          if (!waiting.offer(new Event(id, sandbox, type, at))) {
            overrun.set(true);
          }
        };
    client.setOnCancelHandler(
        () -> {
          pods.events().unsubscribe(listener);
          waiting.clear();
          waiting.add(END);
        });
    pods.events().subscribe(listener);
    Thread.ofVirtual().name("events").start(() -> send(client, waiting, overrun));
  }

  private void send(
      ServerCallStreamObserver<ContainerEventResponse> client,
      BlockingQueue<Event> waiting,
      AtomicBoolean overrun) {
    try {
      for (Event next = waiting.take(); !next.equals(END); next = waiting.take()) {
        if (overrun.get()) {
          client.onError(
              Status.RESOURCE_EXHAUSTED
                  .withDescription("events were not read fast enough: list, then follow again")
                  .asRuntimeException());
          return;
        }
        client.onNext(message(next));
      }
    } catch (InterruptedException | StatusRuntimeException gone) {
      // the client went away while it was told
    }
  }

  private ContainerEventResponse message(Event event) {
    ContainerEventResponse.Builder message =
        ContainerEventResponse.newBuilder()
            .setContainerId(event.id())
            .setContainerEventType(event.type())
            .setCreatedAt(event.at());
    pods.sandboxes()
        .exactly(event.sandbox())
        .ifPresent(
            sandbox -> {
              message.setPodSandboxStatus(SandboxCalls.status(sandbox));
              for (Container each : sandboxes.containers(sandbox)) {
                message.addContainersStatuses(views.status(each));
              }
            });
    return message.build();
  }
}
