package dev.muster.apiserver.audit;

import dev.muster.admission.AdmissionRequest;
import dev.muster.admission.AuditTrail;
import dev.muster.apiserver.request.AccessObserver;
import dev.muster.authz.Attributes;
import dev.muster.authz.Decision;
import dev.muster.authz.User;
import dev.muster.http.ClientGoneException;
import dev.muster.http.Endpoint;
import dev.muster.http.Exchange;
import dev.muster.model.status.ApiException;
import java.time.InstantSource;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Writes the log of everything that passes an endpoint. */
public final class Audit implements AccessObserver, AuditTrail {
  /** The request that the current thread answers. */
  private static final ThreadLocal<AuditedExchange> CURRENT = new ThreadLocal<>();

  private final AuditPolicy policy;
  private final AuditLog log;
  private final InstantSource clock;

  public Audit(AuditPolicy policy, AuditLog log, InstantSource clock) {
    this.policy = policy;
    this.log = log;
    this.clock = clock;
  }

  /** An endpoint that logs what another one does. */
  public Endpoint around(Endpoint endpoint) {
    return exchange -> {
      AuditedExchange audited = new AuditedExchange(exchange, policy, log, clock);
      try {
        Exchange unused = call(audited, () -> handle(endpoint, audited));
        audited.complete();
      } catch (ApiException e) {
        audited.refused(e.status());
        throw e;
      } catch (ClientGoneException e) {
        audited.complete();
        throw e;
      } catch (Exception | StackOverflowError e) {
        audited.broken();
        throw e;
      }
    };
  }

  /** Does some work of a request with what is noted of it at hand. */
  static <T> T call(AuditedExchange audited, Callable<T> work) throws Exception {
    @Nullable AuditedExchange outer = CURRENT.get();
    CURRENT.set(audited);
    try {
      return work.call();
    } finally {
      // INVARIANT: nothing of a request stays with the thread that answered it
      if (outer == null) {
        CURRENT.remove();
      } else {
        CURRENT.set(outer);
      }
    }
  }

  private static Exchange handle(Endpoint endpoint, Exchange exchange) throws Exception {
    endpoint.handle(exchange);
    return exchange;
  }

  /** Writes that no request asked for, such as those of controllers, leave no note. */
  @Override
  public void annotate(AdmissionRequest request, String key, String value) {
    @Nullable AuditedExchange audited = CURRENT.get();
    if (audited != null) {
      audited.annotate(key, value);
    }
  }

  @Override
  public void identified(Exchange exchange, User user) {
    AuditedExchange audited = exchange.layer(AuditedExchange.class);
    if (audited != null) {
      audited.identified(user);
    }
  }

  @Override
  public void impersonates(Exchange exchange, User other) {
    AuditedExchange audited = exchange.layer(AuditedExchange.class);
    if (audited != null) {
      audited.impersonates(other);
    }
  }

  @Override
  public void decided(Exchange exchange, Attributes request, Decision decision) {
    AuditedExchange audited = exchange.layer(AuditedExchange.class);
    if (audited != null) {
      audited.decided(decision);
    }
  }

  @Override
  public void filtered(Exchange exchange, Attributes request, Decision decision) {
    AuditedExchange audited = exchange.layer(AuditedExchange.class);
    if (audited != null) {
      audited.filtered(decision);
    }
  }

  @Override
  public void explained(Exchange exchange, Supplier<String> line, long revision) {
    AuditedExchange audited = exchange.layer(AuditedExchange.class);
    if (audited != null) {
      audited.explained(line.get(), revision);
    }
  }
}
