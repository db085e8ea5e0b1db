package dev.muster.api.networking;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.api.field.At;
import dev.muster.api.field.Errors;
import dev.muster.api.field.Path;
import dev.muster.api.kinds.Names;
import dev.muster.api.meta.ObjectMetas;
import dev.muster.api.meta.SpecAndStatus;
import dev.muster.api.net.IpAddress;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Ingresses. */
public final class IngressStrategy extends SpecAndStatus {
  private static final String CLASS_ANNOTATION = "kubernetes.io/ingress.class";

  public IngressStrategy() {
    super("networking/v1.Ingress", true);
  }

  @Override
  public void validate(ObjectNode object, Errors errors) {
    spec(At.root(object).get("spec"), errors);
    At annotations = At.root(object).get("metadata", "annotations");
    if (annotations.has(CLASS_ANNOTATION) && object.path("spec").hasNonNull("ingressClassName")) {
      errors.invalidText(
          annotations.path().child(CLASS_ANNOTATION),
          annotations.text(CLASS_ANNOTATION),
          "can not be set when the class field is also set");
    }
  }

  private static void spec(At spec, Errors errors) {
    At rules = spec.get("rules");
    At backend = spec.get("defaultBackend");
    if (rules.size() == 0 && backend.absent()) {
      errors.invalid(spec.path(), "null", "either `defaultBackend` or `rules` must be specified");
    }
    if (backend.present()) {
      IngressBackends.validate(backend, errors);
    }
    for (At rule : rules.each()) {
      rule(rule, errors);
    }
    for (At tls : spec.get("tls").each()) {
      for (At host : tls.get("hosts").each()) {
        host(host, errors);
      }
    }
    At name = spec.get("ingressClassName");
    if (name.present()) {
      Names.subdomain(name.text(), false).forEach(f -> errors.invalid(name, f));
    }
  }

  private static void rule(At rule, Errors errors) {
    At host = rule.get("host");
    if (!host.text().isEmpty()) {
      if (IpAddress.parse(host.text()).isPresent()) {
        errors.invalid(host, "must be a DNS name, not an IP address");
      }
      host(host, errors);
    }
    At http = rule.get("http");
    if (http.present()) {
      At paths = http.get("paths");
      if (paths.size() == 0) {
        errors.required(paths.path(), "");
      }
      paths.each().forEach(p -> path(p, errors));
    }
  }

  private static void host(At host, Errors errors) {
    String text = host.text();
    if (!text.contains("*")) {
      Names.subdomain(text, false).forEach(f -> errors.invalid(host, f));
    } else if (!text.startsWith("*.") || !Names.subdomain(text.substring(2), false).isEmpty()) {
      errors.invalid(
          host,
          "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of lower case"
              + " alphanumeric characters, '-' or '.' and end with an alphanumeric character (e.g. '*.example.com', regex used for"
              + " validation is '\\*\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')");
    }
  }

  private static void path(At path, Errors errors) {
    At type = path.get("pathType");
    Path at = path.path().child("path");
    String text = path.text("path");
    if (type.absent()) {
      errors.required(type.path(), "pathType must be specified");
    } else {
      switch (type.text()) {
        case "Exact", "Prefix" -> {
          if (!text.startsWith("/")) {
            errors.invalidText(at, text, "must be an absolute path");
          }
          if (!text.isEmpty()) {
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
        }
        case "ImplementationSpecific" -> {
          if (!text.isEmpty() && !text.startsWith("/")) {
            errors.invalidText(at, text, "must be an absolute path");
          }
        }
        default -> errors.unsupported(type, List.of("Exact", "ImplementationSpecific", "Prefix"));
      }
    }
    IngressBackends.validate(path.get("backend"), errors);
  }

  @Override
  public void validateUpdate(ObjectNode object, ObjectNode old, Errors errors) {
    ObjectMetas.validateChange(object, old, errors);
    spec(At.root(object).get("spec"), errors);
  }

  @Override
  public void validateSubresourceUpdate(
      String subresource, ObjectNode object, ObjectNode old, Errors errors) {
    ObjectMetas.validateChange(object, old, errors);
  }

  @Override
  public List<String> warnings(ObjectNode object, @Nullable ObjectNode old) {
    List<String> out = new ArrayList<>();
    if (old == null && object.path("metadata").path("annotations").hasNonNull(CLASS_ANNOTATION)) {
      out.add(
          "annotation \"kubernetes.io/ingress.class\" is deprecated, please use 'spec.ingressClassName' instead");
    }
    return out;
  }
}
