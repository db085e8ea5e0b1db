package dev.muster.controllers.objects;

import dev.muster.client.api.ApiResource;

/** The resources of those that count, budget and end things. */
public final class BatchResources {
  public static final ApiResource JOBS = ApiResource.namespaced("batch/v1", "jobs", "Job");
  public static final ApiResource CRON_JOBS =
      ApiResource.namespaced("batch/v1", "cronjobs", "CronJob");
  public static final ApiResource BUDGETS =
      ApiResource.namespaced("policy/v1", "poddisruptionbudgets", "PodDisruptionBudget");
  public static final ApiResource QUOTAS =
      ApiResource.namespaced("v1", "resourcequotas", "ResourceQuota");
  public static final ApiResource ENDPOINTS =
      ApiResource.namespaced("v1", "endpoints", "Endpoints");
  public static final ApiResource ENDPOINT_SLICES =
      ApiResource.namespaced("discovery.k8s.io/v1", "endpointslices", "EndpointSlice");
  public static final ApiResource AUTOSCALERS =
      ApiResource.namespaced(
          "autoscaling/v2", "horizontalpodautoscalers", "HorizontalPodAutoscaler");

  private BatchResources() {}
}
