package dev.muster.node.runtime;

import dev.muster.cri.v1.ContainerEventResponse;
import dev.muster.cri.v1.GetEventsRequest;
import dev.muster.cri.v1.ListContainersRequest;
import dev.muster.cri.v1.ListContainersResponse;
import dev.muster.cri.v1.ListPodSandboxRequest;
import dev.muster.cri.v1.ListPodSandboxResponse;
import dev.muster.cri.v1.RuntimeServiceGrpc.RuntimeServiceImplBase;
import io.grpc.stub.StreamObserver;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A runtime that runs nothing, tells events if asked to, and counts how often it is asked. */
final class CountingRuntime extends RuntimeServiceImplBase {
  private final boolean events;
  private final BlockingQueue<StreamObserver<ContainerEventResponse>> listeners =
      new LinkedBlockingQueue<>();
  private final AtomicInteger everything = new AtomicInteger();
  private final AtomicInteger onePod = new AtomicInteger();

  CountingRuntime(boolean events) {
    this.events = events;
  }

  /** How often all its sandboxes were asked for. */
  int askedForEverything() {
    return everything.get();
  }

  /** How often a pod's sandboxes were asked for. */
  int askedForOnePod() {
    return onePod.get();
  }

  StreamObserver<ContainerEventResponse> awaitListener() throws InterruptedException {
    StreamObserver<ContainerEventResponse> next = listeners.poll(30, TimeUnit.SECONDS);
    if (next == null) {
      throw new AssertionError("nobody listens");
    }
    return next;
  }

  @Override
  public void getContainerEvents(
      GetEventsRequest request, StreamObserver<ContainerEventResponse> listener) {
    if (events) {
      listeners.add(listener);
    } else {
      super.getContainerEvents(request, listener);
    }
  }

  @Override
  public void listPodSandbox(
      ListPodSandboxRequest request, StreamObserver<ListPodSandboxResponse> answer) {
    (request.getFilter().getLabelSelectorCount() == 0 ? everything : onePod).incrementAndGet();
    answer.onNext(ListPodSandboxResponse.getDefaultInstance());
    answer.onCompleted();
  }

  @Override
  public void listContainers(
      ListContainersRequest request, StreamObserver<ListContainersResponse> answer) {
    answer.onNext(ListContainersResponse.getDefaultInstance());
    answer.onCompleted();
  }
}
