package dev.muster.node.containers;

import dev.muster.cri.v1.CreateContainerRequest;
import dev.muster.cri.v1.CreateContainerResponse;
import dev.muster.cri.v1.RunPodSandboxRequest;
import dev.muster.cri.v1.RunPodSandboxResponse;
import dev.muster.cri.v1.RuntimeServiceGrpc.RuntimeServiceImplBase;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.util.ArrayList;
import java.util.List;

/**
 * A runtime that runs nothing and keeps what it was sent. It refuses what containerd refuses on
 * Windows: a container that is a process of the node in a pod that is not, and the other way round.
 */
final class RecordingRuntime extends RuntimeServiceImplBase {
  final List<RunPodSandboxRequest> sandboxes = new ArrayList<>();
  final List<CreateContainerRequest> containers = new ArrayList<>();

  @Override
  public void runPodSandbox(
      RunPodSandboxRequest request, StreamObserver<RunPodSandboxResponse> answer) {
    sandboxes.add(request);
    answer.onNext(RunPodSandboxResponse.newBuilder().setPodSandboxId("sandbox").build());
    answer.onCompleted();
  }

  @Override
  public void createContainer(
      CreateContainerRequest request, StreamObserver<CreateContainerResponse> answer) {
    boolean pod = request.getSandboxConfig().getWindows().getSecurityContext().getHostProcess();
    boolean own = request.getConfig().getWindows().getSecurityContext().getHostProcess();
    if (pod != own) {
      answer.onError(
          Status.INVALID_ARGUMENT
              .withDescription(
                  "pod spec and all containers inside must have the HostProcess field set")
              .asRuntimeException());
      return;
    }
    containers.add(request);
    answer.onNext(CreateContainerResponse.newBuilder().setContainerId("container").build());
    answer.onCompleted();
  }
}
