package dev.muster.controllers.objects;

import dev.muster.client.api.ApiResource;

/** The resources that controllers read or write. */
public final class ControlledResources {
  public static final ApiResource PODS = ApiResource.namespaced("v1", "pods", "Pod");
  public static final ApiResource NODES = ApiResource.cluster("v1", "nodes", "Node");
  public static final ApiResource NAMESPACES = ApiResource.cluster("v1", "namespaces", "Namespace");
  public static final ApiResource SERVICES = ApiResource.namespaced("v1", "services", "Service");
  public static final ApiResource CLAIMS =
      ApiResource.namespaced("v1", "persistentvolumeclaims", "PersistentVolumeClaim");
  public static final ApiResource REPLICATION_CONTROLLERS =
      ApiResource.namespaced("v1", "replicationcontrollers", "ReplicationController");
  public static final ApiResource DEPLOYMENTS =
      ApiResource.namespaced("apps/v1", "deployments", "Deployment");
  public static final ApiResource REPLICA_SETS =
      ApiResource.namespaced("apps/v1", "replicasets", "ReplicaSet");
  public static final ApiResource DAEMON_SETS =
      ApiResource.namespaced("apps/v1", "daemonsets", "DaemonSet");
  public static final ApiResource STATEFUL_SETS =
      ApiResource.namespaced("apps/v1", "statefulsets", "StatefulSet");
  public static final ApiResource CONTROLLER_REVISIONS =
      ApiResource.namespaced("apps/v1", "controllerrevisions", "ControllerRevision");
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

  private ControlledResources() {}
}
