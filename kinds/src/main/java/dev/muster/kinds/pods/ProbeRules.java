package dev.muster.kinds.pods;

import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.views.CoreV1.Container;
import dev.muster.views.CoreV1.ExecAction;
import dev.muster.views.CoreV1.GRPCAction;
import dev.muster.views.CoreV1.HTTPGetAction;
import dev.muster.views.CoreV1.HTTPHeader;
import dev.muster.views.CoreV1.Lifecycle;
import dev.muster.views.CoreV1.LifecycleHandler;
import dev.muster.views.CoreV1.PodSpec;
import dev.muster.views.CoreV1.Probe;
import dev.muster.views.CoreV1.SleepAction;
import dev.muster.views.CoreV1.TCPSocketAction;
import dev.muster.views.View;
import dev.muster.views.ViewList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Probes and lifecycle hooks. */
final class ProbeRules {
  private static final Pattern HEADER = Pattern.compile("[-A-Za-z0-9]+");
  private static final List<String> SCHEMES = List.of("HTTP", "HTTPS");

  private ProbeRules() {}

  /** The three probes and the hooks of a container that may have them. */
  static void validate(Container container, PodSpec spec, Errors errors) {
    Lifecycle lifecycle = container.lifecycle();
    for (LifecycleHandler hook : List.of(lifecycle.postStart(), lifecycle.preStop())) {
      if (hook.present()) {
        handler(hook, spec, errors);
      }
    }
    if (lifecycle.stopSignal().present()) {
      StopSignals.validate(lifecycle.stopSignal(), spec.os(), errors);
    }
    Probe liveness = container.livenessProbe();
    if (liveness.present()) {
      probe(liveness, spec, errors);
      onlyOneSuccess(liveness, errors);
    }
    Probe readiness = container.readinessProbe();
    if (readiness.present()) {
      probe(readiness, spec, errors);
      At grace = readiness.terminationGracePeriodSeconds();
      if (grace.present()) {
        errors.invalid(grace, "must not be set for readinessProbes");
      }
    }
    Probe startup = container.startupProbe();
    if (startup.present()) {
      probe(startup, spec, errors);
      onlyOneSuccess(startup, errors);
    }
  }

  private static void onlyOneSuccess(Probe probe, Errors errors) {
    At successes = probe.successThreshold();
    if (successes.number() != 1) {
      errors.invalid(successes.path(), Long.toString(successes.number()), "must be 1");
    }
  }

  private static void probe(Probe probe, PodSpec spec, Errors errors) {
    handler(new LifecycleHandler(probe.at()), spec, errors);
    for (At number :
        List.of(
            probe.initialDelaySeconds(),
            probe.timeoutSeconds(),
            probe.periodSeconds(),
            probe.successThreshold(),
            probe.failureThreshold())) {
      if (number.number() < 0) {
        errors.invalid(number, "must be greater than or equal to 0");
      }
    }
    At grace = probe.terminationGracePeriodSeconds();
    if (grace.present() && grace.number() <= 0) {
      errors.invalid(grace, "must be greater than 0");
    }
  }

  /** A hook, or a probe, which knows gRPC besides. */
  private static void handler(LifecycleHandler handler, PodSpec spec, Errors errors) {
    GRPCAction grpc = new Probe(handler.at()).grpc();
    List<View> given =
        Stream.<View>of(
                handler.exec(), handler.httpGet(), handler.tcpSocket(), grpc, handler.sleep())
            .filter(View::present)
            .toList();
    if (given.isEmpty()) {
      errors.required(handler.at().path(), "must specify a handler type");
      return;
    }
    action(given.getFirst(), spec, errors);
    for (View further : given.subList(1, given.size())) {
      errors.forbidden(further.at().path(), "may not specify more than 1 handler type");
    }
  }

  private static void action(View action, PodSpec spec, Errors errors) {
    switch (action) {
      case ExecAction exec -> {
        if (exec.command().size() == 0) {
          errors.required(exec.command().path(), "");
        }
      }
      case HTTPGetAction httpGet -> httpGet(httpGet, errors);
      case SleepAction sleep -> sleep(sleep, spec, errors);
      case TCPSocketAction tcpSocket -> ContainerPorts.numberOrName(tcpSocket.port(), errors);
      case GRPCAction grpc -> ContainerPorts.numberOrName(grpc.port(), errors);
      default -> throw new IllegalArgumentException("no handler: " + action);
    }
  }

  private static void httpGet(HTTPGetAction get, Errors errors) {
    if (get.path().empty()) {
      errors.required(get.path().path(), "");
    }
    ContainerPorts.numberOrName(get.port(), errors);
    if (!SCHEMES.contains(get.scheme().text())) {
      errors.unsupported(get.scheme(), SCHEMES);
    }
    ViewList<HTTPHeader> headers = get.httpHeaders();
    for (HTTPHeader header : headers) {
      if (!HEADER.matcher(header.name().text()).matches()) {
        errors.invalidText(
            headers.at().path(),
            header.name().text(),
            "a valid HTTP header must consist of alphanumeric characters or '-' (e.g. 'X-Header-Name', regex used for validation is '"
                + HEADER
                + "')");
      }
    }
  }

  private static void sleep(SleepAction sleep, PodSpec spec, Errors errors) {
    At grace = spec.terminationGracePeriodSeconds();
    long seconds = sleep.seconds().number();
    if (grace.present() && (seconds < 0 || seconds > grace.number())) {
      errors.invalid(
          sleep.at().path(),
          Long.toString(seconds),
          "must be non-negative and less than terminationGracePeriodSeconds ("
              + grace.number()
              + ")");
    }
  }
}
