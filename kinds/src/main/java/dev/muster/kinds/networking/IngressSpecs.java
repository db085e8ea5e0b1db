package dev.muster.kinds.networking;

import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import dev.muster.model.names.Names;
import dev.muster.model.net.IpAddress;
import dev.muster.views.NetworkingV1.HTTPIngressPath;
import dev.muster.views.NetworkingV1.IngressBackend;
import dev.muster.views.NetworkingV1.IngressRule;
import dev.muster.views.NetworkingV1.IngressSpec;
import dev.muster.views.NetworkingV1.IngressTLS;
import dev.muster.views.ViewList;
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
  static IngressSpecs after(IngressSpec before, Errors errors) {
    boolean secrets =
        before.tls().stream()
            .map(tls -> tls.secretName().text())
            .anyMatch(name -> !name.isEmpty() && !Names.subdomain(name, false).isEmpty());
    Errors wildcards = new Errors();
    for (IngressRule rule : before.rules()) {
      if (rule.host().text().contains("*")) {
        fresh(wildcards).paths(rule);
      }
    }
    List<IngressBackend> backends = new ArrayList<>(List.of(before.defaultBackend()));
    for (IngressRule rule : before.rules()) {
      rule.http().paths().forEach(path -> backends.add(path.backend()));
    }
    boolean labels =
        backends.stream()
            .map(backend -> backend.service().name().text())
            .anyMatch(
                name ->
                    Names.label(name, false).isEmpty() && !Names.label1035(name, false).isEmpty());
    return new IngressSpecs(secrets, !wildcards.isEmpty(), labels, errors);
  }

  void validate(IngressSpec spec) {
    ViewList<IngressRule> rules = spec.rules();
    IngressBackend backend = spec.defaultBackend();
    if (rules.size() == 0 && backend.absent()) {
      errors.invalid(
          new At(rules.at().node(), spec.at().path()),
          "either `defaultBackend` or `rules` must be specified");
    }
    if (backend.present()) {
      IngressBackends.validate(backend, anyServiceLabel, errors);
    }
    rules.forEach(this::rule);
    for (IngressTLS tls : spec.tls()) {
      tls.hosts().each().forEach(this::host);
      At secret = tls.secretName();
      if (!anySecretName && !secret.text().isEmpty()) {
        Names.subdomain(secret.text(), false).forEach(fault -> errors.invalid(secret, fault));
      }
    }
    At name = spec.ingressClassName();
    if (name.present()) {
      Names.subdomain(name.text(), false).forEach(fault -> errors.invalid(name, fault));
    }
  }

  private void rule(IngressRule rule) {
    At host = rule.host();
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

  private void paths(IngressRule rule) {
    if (rule.http().present()) {
      ViewList<HTTPIngressPath> paths = rule.http().paths();
      if (paths.isEmpty()) {
        errors.required(paths.at().path(), "");
      }
      paths.forEach(this::path);
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

  private void path(HTTPIngressPath path) {
    At type = path.pathType();
    Path at = path.path().path();
    String text = path.path().text();
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
    IngressBackends.validate(path.backend(), anyServiceLabel, errors);
  }
}
