package dev.muster.runtime.service;

import dev.muster.cri.v1.ContainerFilter;
import dev.muster.cri.v1.ContainerState;
import dev.muster.cri.v1.ContainerStatsFilter;
import dev.muster.cri.v1.ContainerStatsRequest;
import dev.muster.cri.v1.ContainerStatsResponse;
import dev.muster.cri.v1.ListContainerStatsRequest;
import dev.muster.cri.v1.ListContainerStatsResponse;
import dev.muster.cri.v1.ListPodSandboxMetricsResponse;
import dev.muster.cri.v1.ListPodSandboxStatsRequest;
import dev.muster.cri.v1.ListPodSandboxStatsResponse;
import dev.muster.cri.v1.PodSandboxFilter;
import dev.muster.cri.v1.PodSandboxStats;
import dev.muster.cri.v1.PodSandboxStatsRequest;
import dev.muster.cri.v1.PodSandboxStatsResponse;
import dev.muster.runtime.pods.Container;
import dev.muster.runtime.pods.Pods;
import dev.muster.runtime.pods.Sandbox;
import dev.muster.runtime.refusal.Refused;
import dev.muster.runtime.stats.SandboxMetrics;
import dev.muster.runtime.stats.Statistics;
import java.io.IOException;
import java.util.List;

/** Calls about usage. */
final class StatsCalls {
  private final Pods pods;
  private final Statistics statistics;

  StatsCalls(Pods pods, Statistics statistics) {
    this.pods = pods;
    this.statistics = statistics;
  }

  ContainerStatsResponse container(ContainerStatsRequest request) throws IOException, Refused {
    Container container = pods.containers().find(request.getContainerId());
    return ContainerStatsResponse.newBuilder().setStats(statistics.of(container)).build();
  }

  ListContainerStatsResponse containers(ListContainerStatsRequest request) throws IOException {
    ContainerStatsFilter asked = request.getFilter();
    ContainerFilter filter =
        ContainerFilter.newBuilder()
            .setId(asked.getId())
            .setPodSandboxId(asked.getPodSandboxId())
            .putAllLabelSelector(asked.getLabelSelectorMap())
            .build();
    ListContainerStatsResponse.Builder list = ListContainerStatsResponse.newBuilder();
    for (Container each : pods.containers().all()) {
      if (Filters.passes(each, filter) && running(each)) {
        list.addStats(statistics.of(each));
      }
    }
    return list.build();
  }

  PodSandboxStatsResponse sandbox(PodSandboxStatsRequest request) throws IOException, Refused {
    Sandbox sandbox = pods.sandboxes().find(request.getPodSandboxId());
    return PodSandboxStatsResponse.newBuilder().setStats(of(sandbox)).build();
  }

  ListPodSandboxStatsResponse sandboxes(ListPodSandboxStatsRequest request) throws IOException {
    PodSandboxFilter filter =
        PodSandboxFilter.newBuilder()
            .setId(request.getFilter().getId())
            .putAllLabelSelector(request.getFilter().getLabelSelectorMap())
            .build();
    ListPodSandboxStatsResponse.Builder list = ListPodSandboxStatsResponse.newBuilder();
    for (Sandbox each : pods.sandboxes().all()) {
      if (each.ready() && Filters.passes(each, filter)) {
        list.addStats(of(each));
      }
    }
    return list.build();
  }

  ListPodSandboxMetricsResponse metrics() throws IOException {
    ListPodSandboxMetricsResponse.Builder list = ListPodSandboxMetricsResponse.newBuilder();
    for (Sandbox each : pods.sandboxes().all()) {
      if (each.ready()) {
        list.addPodMetrics(SandboxMetrics.of(of(each)));
      }
    }
    return list.build();
  }

  private PodSandboxStats of(Sandbox sandbox) throws IOException {
    List<Container> running =
        pods.containers().in(sandbox).stream().filter(StatsCalls::running).toList();
    return statistics.of(sandbox, running);
  }

  private static boolean running(Container container) {
    return container.state() == ContainerState.CONTAINER_RUNNING;
  }
}
