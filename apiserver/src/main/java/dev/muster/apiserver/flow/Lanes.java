package dev.muster.apiserver.flow;

import dev.muster.apiserver.request.RequestInfo;
import dev.muster.authz.User;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Executor;
import java.util.function.ObjLongConsumer;

/** What tenants, the cluster's own parts and strangers share among themselves. */
record Lanes(Lane exempt, Lane health, Lane system, Lane workload, Lane anonymous) {

  /**
   * @param threads where heavy work is done
   */
  static Lanes of(FlowLimits limits, Executor threads) {
    return new Lanes(
        Lane.exempt(limits, threads),
        Lane.health(threads),
        Lane.system(limits, threads),
        Lane.workload(limits, threads),
        Lane.anonymous(limits, threads));
  }

  Lane of(User user, RequestInfo info) {
    return switch (RequestClass.of(user, info)) {
      case EXEMPT -> exempt;
      case HEALTH -> health;
      case SYSTEM -> system;
      case WORKLOAD -> workload;
      case ANONYMOUS -> anonymous;
    };
  }

  /** How many heavy requests are worked on. */
  void eachBusy(ObjLongConsumer<String> told) {
    for (Lane lane : List.of(exempt, health, system, workload, anonymous)) {
      told.accept(lane.level().name().toLowerCase(Locale.ROOT), lane.seats().busy());
    }
  }
}
