package dev.muster.controllers.autoscaler;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.api.ApiClient;
import dev.muster.client.api.ApiProblem;
import dev.muster.client.events.EventBroadcaster;
import dev.muster.client.events.EventType;
import dev.muster.client.informers.Informer;
import dev.muster.controllers.objects.ControlledResources;
import dev.muster.controllers.objects.Meta;
import dev.muster.controllers.objects.SameValues;
import dev.muster.controllers.reconcile.ControllerContext;
import dev.muster.controllers.reconcile.ControllerDescriptor;
import dev.muster.controllers.reconcile.OwnKeys;
import dev.muster.controllers.reconcile.Reconciler;
import dev.muster.controllers.reconcile.Requeue;
import dev.muster.controllers.scale.ScaleSubresource;
import dev.muster.views.AutoscalingV1.MutableScale;
import dev.muster.views.AutoscalingV1.Scale;
import dev.muster.views.AutoscalingV2.HorizontalPodAutoscaler;
import dev.muster.views.AutoscalingV2.MetricSpec;
import dev.muster.views.AutoscalingV2.MutableHorizontalPodAutoscaler;
import dev.muster.views.AutoscalingV2.MutableHorizontalPodAutoscalerStatus;
import dev.muster.views.ViewList;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;

/** Holds the target of an autoscaler between its least and its most replicas. */
public final class AutoscalerController implements Reconciler {
  /** As often as Kubernetes looks at what it scales: a scale cannot be watched. */
  private static final Duration PERIOD = Duration.ofSeconds(15);

  private final Informer autoscalers;
  private final ApiClient client;
  private final EventBroadcaster events;
  private final InstantSource clock;

  private AutoscalerController(ControllerContext context) {
    this.autoscalers = context.informers().of(ControlledResources.AUTOSCALERS);
    this.client = context.client();
    this.events = context.events();
    this.clock = context.clock();
    autoscalers.handle(new OwnKeys(context.queue()));
  }

  public static ControllerDescriptor descriptor() {
    return new ControllerDescriptor(
        "horizontal-pod-autoscaler-controller",
        List.of("horizontalpodautoscaling"),
        "horizontal-pod-autoscaler",
        "horizontal-pod-autoscaler",
        5,
        AutoscalerController::new);
  }

  @Override
  public Requeue reconcile(String key) throws IOException {
    ObjectNode autoscaler = autoscalers.get(key);
    if (autoscaler == null) {
      return Requeue.NEVER;
    }
    AutoscalerStatus status = AutoscalerStatus.of(autoscaler, clock.instant());
    look(autoscaler, status);
    if (!SameValues.in(status.tree(), HorizontalPodAutoscaler.of(autoscaler).status().tree())) {
      ObjectNode next = autoscaler.deepCopy();
      MutableHorizontalPodAutoscaler.of(next).status().set(status.tree());
      String path =
          ControlledResources.AUTOSCALERS.path(Meta.namespace(autoscaler), Meta.name(autoscaler));
      client.replace(path + "/status", next);
    }
    return Requeue.after(PERIOD);
  }

  private void look(ObjectNode autoscaler, AutoscalerStatus status) throws IOException {
    String path;
    ObjectNode scale;
    try {
      path =
          new ScaleSubresource(client)
              .path(
                  HorizontalPodAutoscaler.of(autoscaler).spec().scaleTargetRef(),
                  Meta.namespace(autoscaler));
      scale = client.get(path);
    } catch (ScaleSubresource.NoScaleException | ApiProblem e) {
      String why = Objects.requireNonNullElse(e.getMessage(), "");
      events.event(autoscaler, EventType.WARNING, "FailedGetScale", why);
      status.set(
          AutoscalerStatus.ABLE,
          false,
          "FailedGetScale",
          "the HPA controller was unable to get the target's current scale: " + why);
      return;
    }
    status.set(
        AutoscalerStatus.ABLE,
        true,
        "SucceededGetScale",
        "the HPA controller was able to get the target's current scale");
    int current = (int) Scale.of(scale).spec().replicas().numberOr(0);
    int least = (int) HorizontalPodAutoscaler.of(autoscaler).spec().minReplicas().numberOr(1);
    int most = (int) HorizontalPodAutoscaler.of(autoscaler).spec().maxReplicas().number();
    if (current == 0 && least != 0) {
      status.set(
          AutoscalerStatus.ACTIVE,
          false,
          "ScalingDisabled",
          "scaling is disabled since the replica count of the target is zero");
      status.replicas(current, current);
    } else if (current > most) {
      rescale(autoscaler, status, path, scale, most, "above Spec.MaxReplicas");
    } else if (current < least) {
      rescale(autoscaler, status, path, scale, least, "below Spec.MinReplicas");
    } else {
      unread(autoscaler, status, current);
    }
  }

  private void rescale(
      ObjectNode autoscaler,
      AutoscalerStatus status,
      String path,
      ObjectNode scale,
      int wanted,
      String why)
      throws IOException {
    int current = (int) Scale.of(scale).spec().replicas().numberOr(0);
    ObjectNode next = scale.deepCopy();
    MutableScale.of(next).spec().ensure().replicas(wanted);
    client.replace(path, next);
    status.set(
        AutoscalerStatus.ABLE,
        true,
        "SucceededRescale",
        "the HPA controller was able to update the target scale to " + wanted);
    events.event(
        autoscaler,
        EventType.NORMAL,
        "SuccessfulRescale",
        "New size: %d; reason: Current number of replicas %s".formatted(wanted, why));
    status.replicas(current, wanted);
    status.scaled();
  }

  /** What every metric would have said. */
  private void unread(ObjectNode autoscaler, AutoscalerStatus status, int current) {
    ViewList<MetricSpec> metrics = HorizontalPodAutoscaler.of(autoscaler).spec().metrics();
    status.replicas(
        current,
        (int) HorizontalPodAutoscaler.of(autoscaler).status().desiredReplicas().numberOr(0));
    var none = MutableHorizontalPodAutoscalerStatus.of(status.tree()).currentMetrics();
    none.replace();
    UnreadMetric first = null;
    for (MetricSpec metric : metrics) {
      UnreadMetric unread = UnreadMetric.of(metric);
      events.event(autoscaler, EventType.WARNING, unread.reason(), unread.cause());
      first = first == null ? unread : first;
      none.add().type("");
    }
    if (first != null) {
      status.set(
          AutoscalerStatus.ACTIVE,
          false,
          first.reason(),
          "the HPA was unable to compute the replica count: " + first.cause());
      events.event(
          autoscaler,
          EventType.WARNING,
          "FailedComputeMetricsReplicas",
          "invalid metrics (%d invalid out of %d), first error is: %s"
              .formatted(metrics.size(), metrics.size(), first.summary()));
    }
  }
}
