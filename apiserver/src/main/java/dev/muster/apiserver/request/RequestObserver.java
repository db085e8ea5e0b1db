package dev.muster.apiserver.request;

import dev.muster.apiserver.http.Exchange;

/** Hears of every request as soon as it is clear what it asks for. Never throws. */
@FunctionalInterface
public interface RequestObserver {
  void understood(Exchange exchange, RequestInfo info);
}
