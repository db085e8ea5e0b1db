package dev.muster.authz.webhook;

import dev.muster.authz.webhook.ReviewTransport.Reply;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** A service that follows a script, a clock that moves when told, and what was seen of both. */
final class Stage implements Timing, ReviewTransport, WebhookObserver {
  static final Duration AUTHORIZED = Duration.ofMinutes(5);
  static final Duration UNAUTHORIZED = Duration.ofSeconds(30);

  /** What the service does next. */
  interface Act {
    Reply play() throws ReviewFailure;
  }

  private final Deque<Act> script = new ArrayDeque<>();
  private final Deque<Runnable> background = new ArrayDeque<>();
  final List<String> received = new ArrayList<>();
  final List<Duration> timeouts = new ArrayList<>();
  final List<Duration> pauses = new ArrayList<>();
  final List<String> seen = new ArrayList<>();
  private long now = Long.MAX_VALUE - 5; // a clock may wrap around

  WebhookAuthorizer authorizer(ReviewVersion version) {
    return authorizer(version, WebhookFailurePolicy.NO_OPINION, ReviewConditions.NONE);
  }

  WebhookAuthorizer authorizer(
      ReviewVersion version, WebhookFailurePolicy onFailure, ReviewConditions conditions) {
    return new WebhookAuthorizer(
        this,
        conditions,
        WebhookSettings.of(version, AUTHORIZED, UNAUTHORIZED, onFailure, Duration.ofSeconds(10)),
        this,
        this);
  }

  /** The service will answer with this JSON, in which single quotes stand for double ones. */
  Stage answers(int code, String body) {
    return acts(() -> new Reply(code, "application/json", body.replace('\'', '"'), Duration.ZERO));
  }

  /** The service will answer a review of version v1 with this status. */
  Stage answersStatus(String status) {
    return answers(
        200,
        "{'apiVersion':'authorization.k8s.io/v1','kind':'SubjectAccessReview','status':"
            + status
            + "}");
  }

  Stage fails(ReviewFailure failure) {
    return acts(
        () -> {
          throw failure;
        });
  }

  Stage acts(Act act) {
    script.add(act);
    return this;
  }

  void passes(Duration time) {
    now += time.toNanos();
  }

  void runBackground() {
    background.remove().run();
  }

  @Override
  public Reply post(byte[] review, Duration timeout) throws ReviewFailure {
    received.add(new String(review, StandardCharsets.UTF_8));
    timeouts.add(timeout);
    if (script.isEmpty()) {
      throw new AssertionError("asked once too often");
    }
    return script.remove().play();
  }

  @Override
  public long nanoTime() {
    return now;
  }

  @Override
  public void pause(Duration time) {
    pauses.add(time);
    passes(time);
  }

  @Override
  public void inBackground(Runnable task) {
    background.add(task);
  }

  @Override
  public void roundTrip(String result, long nanos) {
    seen.add(result);
  }

  @Override
  public void failed(String result, String problem) {
    seen.add("failed with " + result);
  }

  @Override
  public void failedOpen(String result) {
    seen.add("open after " + result);
  }

  @Override
  public void matched(ReviewConditions.Outcome outcome, long nanos) {
    seen.add("matched " + outcome.getClass().getSimpleName());
  }

  @Override
  public void breaker(boolean closed) {
    seen.add(closed ? "closed" : "open");
  }

  @Override
  public void refusedByBreaker() {
    seen.add("refused");
  }

  @Override
  public void cache(boolean hit) {
    seen.add(hit ? "hit" : "miss");
  }
}
