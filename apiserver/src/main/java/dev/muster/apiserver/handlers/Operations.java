package dev.muster.apiserver.handlers;

import dev.muster.apiserver.http.Endpoint;
import dev.muster.apiserver.request.RequestObserver;

/**
 * What those who run the server see of it.
 *
 * @param metrics serves {@code /metrics}
 */
public record Operations(RequestObserver observer, Endpoint metrics, HealthChecks health) {}
