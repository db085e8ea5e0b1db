package dev.muster.kinds.networking;

import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import dev.muster.model.names.Names;
import dev.muster.model.net.IpAddress;
import java.util.ArrayList;
import java.util.List;

/**
 * What an ingress asks for.
 *
 * @param anySecretName whether names of secrets are not looked at
 * @param anyWildcardRule whether rules for wildcard hosts are not looked at
 * @param anyServiceLabel whether names of services may begin with a digit
 */
record IngressSpecs(
    boolean anySecretName, boolean anyWildcardRule, boolean anyServiceLabel, Errors errors) {
  private static final List<String> PATH_TYPES =
      List.of("Exact", "ImplementationSpecific", "Prefix");

  static IngressSpecs fresh(Errors errors) {
    return new IngressSpecs(false, false, false, errors);
  }

  /** What an ingress had that is not right it may keep. */
  static IngressSpecs after(At before, Errors errors) {
    boolean secrets =
        before.get("tls").each().stream()
            .map(tls -> tls.text("secretName"))
            .anyMatch(name -> !name.isEmpty() && !Names.subdomain(name, false).isEmpty());
    Errors wildcards = new Errors();
    for (At rule : before.get("rules").each()) {
      if (rule.text("host").contains("*")) {
        fresh(wildcards).paths(rule);
      }
    }
    List<At> backends = new ArrayList<>(List.of(before.get("defaultBackend")));
    for (At rule : before.get("rules").each()) {
      rule.get("http", "paths").each().forEach(path -> backends.add(path.get("backend")));
    }
    boolean labels =
        backends.stream()
            .map(backend -> backend.get("service").text("name"))
            .anyMatch(
                name ->
                    Names.label(name, false).isEmpty() && !Names.label1035(name, false).isEmpty());
    return new IngressSpecs(secrets, !wildcards.isEmpty(), labels, errors);
  }

  void validate(At spec) {
    At rules = spec.get("rules");
    At backend = spec.get("defaultBackend");
    if (rules.size() == 0 && backend.absent()) {
      errors.invalid(
          new At(rules.node(), spec.path()),
          "either `defaultBackend` or `rules` must be specified");
    }
    if (backend.present()) {
      IngressBackends.validate(backend, anyServiceLabel, errors);
    }
    rules.each().forEach(this::rule);
    for (At tls : spec.get("tls").each()) {
      tls.get("hosts").each().forEach(this::host);
      At secret = tls.get("secretName");
      if (!anySecretName && !secret.text().isEmpty()) {
        Names.subdomain(secret.text(), false).forEach(fault -> errors.invalid(secret, fault));
      }
    }
    At name = spec.get("ingressClassName");
    if (name.present()) {
      Names.subdomain(name.text(), false).forEach(fault -> errors.invalid(name, fault));
    }
  }

  private void rule(At rule) {
    At host = rule.get("host");
    if (!host.text().isEmpty()) {
      if (IpAddress.parse(host.text()).isPresent()) {
        errors.invalid(host, "must be a DNS name, not an IP address");
      }
      host(host);
    }
    if (!anyWildcardRule || !host.text().contains("*")) {
      paths(rule);
    }
  }

  private void paths(At rule) {
    At http = rule.get("http");
    if (http.present()) {
      At paths = http.get("paths");
      if (paths.size() == 0) {
        errors.required(paths.path(), "");
      }
      paths.each().forEach(this::path);
    }
  }

  private void host(At host) {
    String text = host.text();
    if (!text.contains("*")) {
      Names.subdomain(text, false).forEach(fault -> errors.invalid(host, fault));
    } else {
      Names.wildcardSubdomain(text).forEach(fault -> errors.invalid(host, fault));
    }
  }

  private void path(At path) {
    At type = path.get("pathType");
    Path at = path.path().child("path");
    String text = path.text("path");
    if (type.absent()) {
      errors.required(type.path(), "pathType must be specified");
      return;
    }
    switch (type.text()) {
      case "Exact", "Prefix" -> {
        if (!text.startsWith("/")) {
          errors.invalidText(at, text, "must be an absolute path");
        }
        for (String bad : List.of("//", "/./", "/../", "%2f", "%2F")) {
          if (text.contains(bad)) {
            errors.invalidText(at, text, "must not contain '" + bad + "'");
          }
        }
        for (String bad : List.of("/..", "/.")) {
          if (text.endsWith(bad)) {
            errors.invalidText(at, text, "cannot end with '" + bad + "'");
          }
        }
      }
      case "ImplementationSpecific" -> {
        if (!text.isEmpty() && !text.startsWith("/")) {
          errors.invalidText(at, text, "must be an absolute path");
        }
      }
      default -> errors.unsupported(type, PATH_TYPES);
    }
    IngressBackends.validate(path.get("backend"), anyServiceLabel, errors);
  }
}
