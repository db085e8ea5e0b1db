package dev.muster.apiserver.flow.config;

import dev.muster.apiserver.flow.fair.QueueSettings;
import dev.muster.model.field.At;
import dev.muster.views.FlowcontrolV1.LimitedPriorityLevelConfiguration;
import dev.muster.views.FlowcontrolV1.PriorityLevelConfiguration;
import dev.muster.views.FlowcontrolV1.QueuingConfiguration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a PriorityLevelConfiguration says.
 *
 * @param shares its part of all seats
 * @param lendablePercent how many of its seats others may use
 * @param borrowingPercent how many of others' it may use, in percent of its own; as many as there
 *     are if it does not say
 */
public record LevelSpec(
    String name,
    String uid,
    long shares,
    long lendablePercent,
    OptionalLong borrowingPercent,
    QueueSettings queuing) {

  /** Empty if it is not as it should be, which validation prevents: then there is no such level. */
  public static Optional<LevelSpec> read(PriorityLevelConfiguration level) {
    String name = level.metadata().name().text();
    String uid = level.metadata().uid().text();
    return switch (level.spec().type().text()) {
      case "Exempt" ->
          Optional.of(
              new LevelSpec(
                  name,
                  uid,
                  number(level.spec().exempt().nominalConcurrencyShares(), 0),
                  number(level.spec().exempt().lendablePercent(), 0),
                  OptionalLong.empty(),
                  QueueSettings.EXEMPT));
      case "Limited" -> limited(name, uid, level.spec().limited());
      default -> Optional.empty();
    };
  }

  private static Optional<LevelSpec> limited(
      String name, String uid, LimitedPriorityLevelConfiguration limited) {
    At borrowing = limited.borrowingLimitPercent();
    return queuing(limited)
        .map(
            queuing ->
                new LevelSpec(
                    name,
                    uid,
                    number(limited.nominalConcurrencyShares(), 30),
                    number(limited.lendablePercent(), 0),
                    borrowing.present()
                        ? OptionalLong.of(borrowing.number())
                        : OptionalLong.empty(),
                    queuing));
  }

  private static Optional<QueueSettings> queuing(LimitedPriorityLevelConfiguration limited) {
    if (!limited.limitResponse().type().text().equals("Queue")) {
      return Optional.of(QueueSettings.REJECT);
    }
    QueuingConfiguration queuing = limited.limitResponse().queuing();
    try {
      return Optional.of(
          new QueueSettings(
              Math.toIntExact(queuing.queues().number()),
              Math.toIntExact(queuing.handSize().number()),
              Math.toIntExact(queuing.queueLengthLimit().number())));
    } catch (ArithmeticException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static long number(At field, long usual) {
    return field.present() ? field.number() : usual;
  }
}
