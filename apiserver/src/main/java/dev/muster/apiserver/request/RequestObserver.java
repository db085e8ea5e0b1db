package dev.muster.apiserver.request;

import dev.muster.http.Exchange;
import dev.muster.model.scheme.Kind;
import org.jspecify.annotations.Nullable;

/** Hears of every request as soon as it is clear what it asks for. Never throws. */
@FunctionalInterface
public interface RequestObserver {
  /**
   * @param kind of the resource that is asked for; null where there is none
   */
  void understood(Exchange exchange, RequestInfo info, @Nullable Kind kind);
}
