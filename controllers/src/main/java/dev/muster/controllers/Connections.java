package dev.muster.controllers;

import dev.muster.client.api.ApiTransport;

/** The ways to the API server: everybody's own, and the one by which all look at it. */
public interface Connections {
  /** As {@code system:kube-controller-manager}, for the informers that all share. */
  ApiTransport shared();

  /** As a service account in kube-system. */
  ApiTransport as(String serviceAccount);
}
