package dev.muster.kinds.admissionregistration;

import dev.muster.base.go.GoText;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.names.Names;
import dev.muster.views.AdmissionregistrationV1.ServiceReference;
import dev.muster.views.AdmissionregistrationV1.WebhookClientConfig;
import java.net.URI;
import java.net.URISyntaxException;

/** How a webhook is reached: by a URL or by a service. */
public final class WebhookClientRules {
  private static final String FORM = "; desired format: https://host[/path]";

  private WebhookClientRules() {}

  public static void validate(WebhookClientConfig config, Errors errors) {
    At url = config.url();
    ServiceReference service = config.service();
    if (url.present() == service.present()) {
      errors.required(config.at().path(), "exactly one of url or service is required");
    } else if (url.present()) {
      validateUrl(url, errors);
    } else {
      validateService(service, errors);
    }
  }

  private static void validateUrl(At url, Errors errors) {
    URI uri;
    try {
      uri = new URI(url.text());
    } catch (URISyntaxException e) {
      String why =
          url.text().startsWith(":") ? "missing protocol scheme" : String.valueOf(e.getReason());
      errors.required(
          url.path(),
          "url must be a valid URL: parse " + GoText.quote(url.text()) + ": " + why + FORM);
      return;
    }
    if (!"https".equals(uri.getScheme())) {
      errors.invalidText(
          url.path(),
          uri.getScheme() == null ? "" : uri.getScheme(),
          "'https' is the only allowed URL scheme" + FORM);
    }
    if (uri.getHost() == null) {
      errors.invalidText(url.path(), "", "host must be specified" + FORM);
    }
    refuse(
        url,
        uri.getRawUserInfo() == null ? "" : uri.getRawUserInfo(),
        "user information is not permitted in the URL",
        errors);
    refuse(
        url,
        uri.getFragment() == null ? "" : uri.getFragment(),
        "fragments are not permitted in the URL",
        errors);
    refuse(
        url,
        uri.getRawQuery() == null ? "" : uri.getRawQuery(),
        "query parameters are not permitted in the URL",
        errors);
  }

  private static void refuse(At url, String part, String why, Errors errors) {
    if (!part.isEmpty()) {
      errors.invalidText(url.path(), part, why);
    }
  }

  /** The real server takes the one name for the other where one is missing. */
  private static void validateService(ServiceReference service, Errors errors) {
    if (service.namespace().text().isEmpty()) {
      errors.required(service.name().path(), "");
    }
    if (service.name().text().isEmpty()) {
      errors.required(service.namespace().path(), "");
    }
    long port = service.port().number();
    if (port < 1 || port > 65_535) {
      errors.invalid(service.port(), "port is not valid: must be between 1 and 65535, inclusive");
    }
    String path = service.path().text();
    if (!path.isEmpty() && !path.equals("/")) {
      validatePath(service.path(), path, errors);
    }
  }

  private static void validatePath(At at, String path, Errors errors) {
    if (path.equals("//")) {
      errors.invalid(at, "segment[0] may not be empty");
      return;
    }
    if (!path.startsWith("/")) {
      errors.invalid(at, "must start with a '/'");
    }
    String rest = path.substring(1);
    String checked = rest.endsWith("/") ? rest.substring(0, rest.length() - 1) : rest;
    String[] steps = checked.split("/", -1);
    for (int i = 0; i < steps.length; i++) {
      String segment = "segment[" + i + "]";
      if (steps[i].isEmpty()) {
        errors.invalid(at, segment + " may not be empty");
      } else {
        Names.subdomain(steps[i], false)
            .forEach(fault -> errors.invalid(at, segment + ": " + fault));
      }
    }
  }
}
