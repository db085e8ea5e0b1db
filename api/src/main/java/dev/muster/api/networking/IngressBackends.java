package dev.muster.api.networking;

import dev.muster.api.field.At;
import dev.muster.api.field.Errors;
import dev.muster.api.kinds.Names;
import dev.muster.api.net.Ports;

/** Where an ingress sends requests. */
final class IngressBackends {
  private IngressBackends() {}

  static void validate(At backend, Errors errors) {
    At service = backend.get("service");
    At resource = backend.get("resource");
    if (resource.present() && service.present()) {
      errors.invalid(backend.path(), "null", "cannot set both resource and service backends");
    } else if (resource.present()) {
      for (String field : new String[] {"kind", "name"}) {
        if (resource.text(field).isEmpty()) {
          errors.required(resource.path().child(field), field + " is required");
        }
      }
    } else if (service.present()) {
      service(service, errors);
    } else {
      errors.required(backend.path(), "either service or resource backend is required");
    }
  }

  private static void service(At service, Errors errors) {
    At name = service.get("name");
    if (name.text().isEmpty()) {
      errors.required(name.path(), "");
    } else {
      Names.label1035(name.text(), false).forEach(f -> errors.invalid(name, f));
    }
    At port = service.get("port");
    boolean named = !port.text("name").isEmpty();
    long number = port.get("number").number();
    if (named && number != 0) {
      errors.invalid(port, "cannot set both port name & port number");
    } else if (named) {
      Ports.validateNumberOrName(port.get("name"), errors);
    } else if (number != 0) {
      Ports.validateNumber(port.get("number"), errors);
    } else {
      errors.required(service.path(), "port name or number is required");
    }
  }
}
