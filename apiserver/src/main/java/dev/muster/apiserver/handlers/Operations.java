package dev.muster.apiserver.handlers;

import dev.muster.apiserver.backends.BackendConnections;
import dev.muster.apiserver.decisions.DecisionLog;
import dev.muster.apiserver.flow.FlowControl;
import dev.muster.apiserver.request.RequestObserver;
import dev.muster.http.Endpoint;
import dev.muster.kinds.features.FeatureGates;

/**
 * What those who run the server see of it.
 *
 * @param decisions who is told what was decided about requests, and what {@code decisions} tells of
 * @param refusals what is said about requests that are refused
 * @param metrics serves {@code /metrics}
 * @param backends the way to the servers of nodes, pods and services
 * @param components what {@code componentstatuses} tells of
 * @param storedOnly which kinds nothing acts on
 * @param gates the version of Kubernetes that is served, and which of its features
 */
public record Operations(
    RequestObserver observer,
    DecisionLog decisions,
    Refusals refusals,
    FlowControl flow,
    Endpoint metrics,
    HealthChecks health,
    BackendConnections backends,
    Components components,
    FeatureGates gates,
    StoredOnly storedOnly) {}
