package dev.muster.node.server;

import dev.muster.http.ClientGoneException;
import dev.muster.http.Exchange;
import dev.muster.http.StreamOutput;
import dev.muster.model.codec.Seconds;
import dev.muster.node.containers.PodPaths;
import dev.muster.node.logs.LogOptions;
import dev.muster.node.logs.LogReader;
import dev.muster.node.runtime.ContainerView;
import dev.muster.node.runtime.PodView;
import dev.muster.node.runtime.RuntimeStates;
import dev.muster.views.ContainerSpec;
import dev.muster.views.CoreV1.ContainerStatus;
import dev.muster.views.CoreV1.Pod;
import java.io.IOException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.OffsetDateTime;
import java.util.Optional;
import java.util.OptionalLong;

/** Containers' logs, as {@code kubectl logs} asks for them. */
public final class LogRequests {
  private final RuntimeStates states;
  private final PodPaths paths;
  private final InstantSource clock;

  public LogRequests(RuntimeStates states, PodPaths paths, InstantSource clock) {
    this.states = states;
    this.paths = paths;
    this.clock = clock;
  }

  void answer(NodeRequest request, Pod pod) throws IOException, HttpProblem {
    String name = request.segments().get(3);
    ContainerSpec container =
        pod.container(name)
            .orElseThrow(
                () ->
                    new HttpProblem(
                        404, "container \"" + name + "\" not found in pod \"" + pod.name() + "\""));
    LogOptions options = options(request);
    ContainerView view = find(pod, container, request.flag("previous"));
    Path file = paths.logs(pod).resolve(PodPaths.log(name, view.attempt()));
    Exchange.Stream answer = request.exchange().stream(200, "text/plain");
    // one who hangs up must not keep a follower busy until the next line
    answer.onGone(Thread.currentThread()::interrupt);
    try (StreamOutput out = new StreamOutput(answer)) {
      LogReader.copy(file, options, () -> ended(pod, view), out);
      out.flush();
      answer.close();
    } catch (InterruptedException e) {
      answer.abort();
      throw new ClientGoneException(e);
    } catch (IOException | RuntimeException e) {
      answer.abort();
      throw e;
    }
  }

  private boolean ended(Pod pod, ContainerView of) {
    return states.of(pod.uid()).containers().stream()
        .noneMatch(c -> c.id().equals(of.id()) && !c.hasEnded());
  }

  private ContainerView find(Pod pod, ContainerSpec container, boolean previous)
      throws HttpProblem {
    PodView view = states.of(pod.uid());
    Optional<ContainerView> found =
        previous ? view.previous(container.name()) : view.container(container.name());
    if (found.isPresent()) {
      return found.get();
    }
    String where = "container \"" + container.name() + "\" in pod \"" + pod.name() + "\"";
    if (previous) {
      throw new HttpProblem(
          400,
          "previous terminated container \""
              + container.name()
              + "\" in pod \""
              + pod.name()
              + "\" not found");
    }
    String reason = "ContainerCreating";
    for (ContainerStatus status : container.statusesIn(pod.status())) {
      if (status.name().text().equals(container.name())) {
        reason = status.state().waiting().reason().textOr(reason);
      }
    }
    throw new HttpProblem(400, where + " is waiting to start: " + reason);
  }

  private LogOptions options(NodeRequest request) throws HttpProblem {
    Optional<Instant> since = Optional.empty();
    OptionalLong seconds = number(request, "sinceSeconds");
    if (seconds.isPresent()) {
      since = Optional.of(clock.instant().minus(Seconds.of(seconds.getAsLong())));
    } else if (!request.first("sinceTime").isEmpty()) {
      try {
        since = Optional.of(OffsetDateTime.parse(request.first("sinceTime")).toInstant());
      } catch (DateTimeException e) {
        throw new HttpProblem(
            400, "sinceTime: \"" + request.first("sinceTime") + "\" is not a time");
      }
    }
    return new LogOptions(
        request.flag("follow"),
        request.flag("timestamps"),
        number(request, "tailLines"),
        number(request, "limitBytes"),
        since);
  }

  private static OptionalLong number(NodeRequest request, String name) throws HttpProblem {
    String text = request.first(name);
    if (text.isEmpty()) {
      return OptionalLong.empty();
    }
    try {
      return OptionalLong.of(Long.parseLong(text));
    } catch (NumberFormatException e) {
      throw new HttpProblem(400, name + ": \"" + text + "\" is not a number");
    }
  }
}
