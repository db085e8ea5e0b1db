package dev.muster.kinds.pods;

import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Probes and lifecycle hooks. */
final class ProbeRules {
  private static final Pattern HEADER = Pattern.compile("[-A-Za-z0-9]+");
  private static final List<String> SCHEMES = List.of("HTTP", "HTTPS");
  private static final List<String> SECONDS_AND_COUNTS =
      List.of(
          "initialDelaySeconds",
          "timeoutSeconds",
          "periodSeconds",
          "successThreshold",
          "failureThreshold");

  private ProbeRules() {}

  /** The three probes and the hooks of a container that may have them. */
  static void validate(At container, At spec, Errors errors) {
    At lifecycle = container.get("lifecycle");
    for (String hook : List.of("postStart", "preStop")) {
      if (lifecycle.has(hook)) {
        handler(lifecycle.get(hook), spec, errors);
      }
    }
    if (lifecycle.has("stopSignal")) {
      StopSignals.validate(lifecycle.get("stopSignal"), spec.get("os"), errors);
    }
    at("livenessProbe", container, spec, errors);
    at("readinessProbe", container, spec, errors);
    at("startupProbe", container, spec, errors);
  }

  private static void at(String name, At container, At spec, Errors errors) {
    At probe = container.get(name);
    if (probe.absent()) {
      return;
    }
    probe(probe, spec, errors);
    At grace = probe.get("terminationGracePeriodSeconds");
    At successes = probe.get("successThreshold");
    if (name.equals("readinessProbe")) {
      if (grace.present()) {
        errors.invalid(grace, "must not be set for readinessProbes");
      }
    } else if (successes.number() != 1) {
      errors.invalid(successes.path(), Long.toString(successes.number()), "must be 1");
    }
  }

  private static void probe(At probe, At spec, Errors errors) {
    handler(probe, spec, errors);
    for (String field : SECONDS_AND_COUNTS) {
      if (probe.get(field).number() < 0) {
        errors.invalid(probe.get(field), "must be greater than or equal to 0");
      }
    }
    At grace = probe.get("terminationGracePeriodSeconds");
    if (grace.present() && grace.number() <= 0) {
      errors.invalid(grace, "must be greater than 0");
    }
  }

  private static void handler(At handler, At spec, Errors errors) {
    List<At> given = new ArrayList<>();
    for (String kind : List.of("exec", "httpGet", "tcpSocket", "grpc", "sleep")) {
      At one = handler.get(kind);
      if (one.present()) {
        given.add(one);
        if (given.size() > 1) {
          errors.forbidden(one.path(), "may not specify more than 1 handler type");
        } else {
          action(kind, one, spec, errors);
        }
      }
    }
    if (given.isEmpty()) {
      errors.required(handler.path(), "must specify a handler type");
    }
  }

  private static void action(String kind, At action, At spec, Errors errors) {
    switch (kind) {
      case "exec" -> {
        if (action.get("command").size() == 0) {
          errors.required(action.get("command").path(), "");
        }
      }
      case "httpGet" -> httpGet(action, errors);
      case "sleep" -> sleep(action, spec, errors);
      default -> ContainerPorts.numberOrName(action.get("port"), errors);
    }
  }

  private static void httpGet(At get, Errors errors) {
    if (get.get("path").empty()) {
      errors.required(get.get("path").path(), "");
    }
    ContainerPorts.numberOrName(get.get("port"), errors);
    if (!SCHEMES.contains(get.text("scheme"))) {
      errors.unsupported(get.get("scheme"), SCHEMES);
    }
    At headers = get.get("httpHeaders");
    for (At header : headers.each()) {
      if (!HEADER.matcher(header.text("name")).matches()) {
        errors.invalidText(
            headers.path(),
            header.text("name"),
            "a valid HTTP header must consist of alphanumeric characters or '-' (e.g. 'X-Header-Name', regex used for validation is '"
                + HEADER
                + "')");
      }
    }
  }

  private static void sleep(At sleep, At spec, Errors errors) {
    At grace = spec.get("terminationGracePeriodSeconds");
    long seconds = sleep.get("seconds").number();
    if (grace.present() && (seconds < 0 || seconds > grace.number())) {
      errors.invalid(
          sleep.path(),
          Long.toString(seconds),
          "must be non-negative and less than terminationGracePeriodSeconds ("
              + grace.number()
              + ")");
    }
  }
}
