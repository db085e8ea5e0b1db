package dev.muster.kinds.networking;

import dev.muster.kinds.meta.References;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import dev.muster.model.names.Names;
import dev.muster.model.net.Ports;

/** Where an ingress sends requests. */
final class IngressBackends {
  private IngressBackends() {}

  /**
   * @param anyLabel whether the name of a service may begin with a digit
   */
  static void validate(At backend, boolean anyLabel, Errors errors) {
    At service = backend.get("service");
    At resource = backend.get("resource");
    if (resource.present() && service.present()) {
      errors.invalidText(backend.path(), "", "cannot set both resource and service backends");
    } else if (resource.present()) {
      reference(resource, errors);
    } else if (service.present()) {
      service(service, backend.path(), anyLabel, errors);
    } else {
      errors.invalidText(backend.path(), "", "resource or service backend is required");
    }
  }

  /** Checks a reference to an object of any kind. */
  static void reference(At ref, Errors errors) {
    At group = ref.get("apiGroup");
    if (group.present()) {
      Names.subdomain(group.text(), false).forEach(fault -> errors.invalid(group, fault));
    }
    References.validateSegment(ref.get("kind"), true, errors);
    References.validateSegment(ref.get("name"), true, errors);
  }

  private static void service(At service, Path backend, boolean anyLabel, Errors errors) {
    At name = service.get("name");
    if (name.text().isEmpty()) {
      errors.required(name.path(), "");
    } else {
      (anyLabel ? Names.label(name.text(), false) : Names.label1035(name.text(), false))
          .forEach(f -> errors.invalid(name, f));
    }
    At port = service.get("port");
    boolean named = !port.text("name").isEmpty();
    long number = port.get("number").number();
    if (named && number != 0) {
      errors.invalidText(backend, "", "cannot set both port name & port number");
    } else if (named) {
      Ports.validateNumberOrName(port.get("name"), errors);
    } else if (number != 0) {
      Ports.validateNumber(port.get("number"), errors);
    } else {
      errors.required(backend, "port name or number is required");
    }
  }
}
