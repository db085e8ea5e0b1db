package dev.muster.authz.webhook;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import dev.muster.authz.Attributes;
import dev.muster.authz.SelectorRequirement;
import dev.muster.authz.User;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Answers that are still good, bounded by the bytes they and their questions take. A question whose
 * attributes are very long is not remembered: its asker would decide what the others lose.
 */
final class AnswerCache {
  private static final int LONGEST_QUESTION = 10_000;
  private static final int ENTRY_OVERHEAD = 300;
  private static final int STRING_OVERHEAD = 56;

  private final Cache<Attributes, ReviewAnswer> answers;
  private final Duration authorizedTtl;
  private final Duration unauthorizedTtl;

  AnswerCache(long bytes, Duration authorizedTtl, Duration unauthorizedTtl, LongSupplier nanoTime) {
    this.authorizedTtl = authorizedTtl;
    this.unauthorizedTtl = unauthorizedTtl;
    this.answers =
        Caffeine.newBuilder()
            .maximumWeight(bytes)
            .weigher(AnswerCache::weight)
            .expireAfter(
                Expiry.<Attributes, ReviewAnswer>creating((question, answer) -> life(answer)))
            .ticker(nanoTime::getAsLong)
            .executor(Runnable::run)
            .build();
  }

  @Nullable ReviewAnswer get(Attributes question) {
    return answers.getIfPresent(question);
  }

  void put(Attributes question, ReviewAnswer answer) {
    if (!life(answer).isZero() && askerControlled(question) < LONGEST_QUESTION) {
      answers.put(question, answer);
    }
  }

  private Duration life(ReviewAnswer answer) {
    return answer.allowed() ? authorizedTtl : unauthorizedTtl;
  }

  private static int askerControlled(Attributes a) {
    return a.namespace().length()
        + a.verb().length()
        + a.apiGroup().length()
        + a.apiVersion().length()
        + a.resource().length()
        + a.subresource().length()
        + a.name().length()
        + a.path().length()
        + selectors(a.fieldSelector())
        + selectors(a.labelSelector());
  }

  private static int selectors(List<SelectorRequirement> selector) {
    int length = 0;
    for (SelectorRequirement one : selector) {
      length += one.key().length() + one.operator().length() + texts(one.values());
    }
    return length;
  }

  private static int weight(Attributes question, ReviewAnswer answer) {
    User user = question.user();
    int extra = 0;
    for (Map.Entry<String, List<String>> one : user.extra().entrySet()) {
      extra += one.getKey().length() + STRING_OVERHEAD + texts(one.getValue());
    }
    return ENTRY_OVERHEAD
        + 2 * askerControlled(question)
        + 2 * (user.name().length() + user.uid().length() + texts(user.groups()) + extra)
        + 2 * answer.reason().length();
  }

  private static int texts(List<String> values) {
    int length = 0;
    for (String value : values) {
      length += value.length() + STRING_OVERHEAD;
    }
    return length;
  }
}
