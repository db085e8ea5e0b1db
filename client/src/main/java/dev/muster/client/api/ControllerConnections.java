package dev.muster.client.api;

/** The ways to an API server for controllers: each one's own, and one by which all look at it. */
public interface ControllerConnections {
  /** As {@code system:kube-controller-manager}, for the informers that all share. */
  ApiTransport shared();

  /** As a service account in kube-system. */
  ApiTransport as(String serviceAccount);

  /** As {@code system:kube-scheduler}. */
  ApiTransport scheduler();

  /** As a node. */
  ApiTransport node(String name);
}
