package dev.muster.kinds.networking;

import dev.muster.kinds.meta.References;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import dev.muster.model.names.Names;
import dev.muster.model.net.Ports;
import dev.muster.views.CoreV1.TypedLocalObjectReference;
import dev.muster.views.NetworkingV1.IngressBackend;
import dev.muster.views.NetworkingV1.IngressServiceBackend;
import dev.muster.views.NetworkingV1.ServiceBackendPort;

/** Where an ingress sends requests. */
final class IngressBackends {
  private IngressBackends() {}

  /**
   * @param anyLabel whether the name of a service may begin with a digit
   */
  static void validate(IngressBackend backend, boolean anyLabel, Errors errors) {
    IngressServiceBackend service = backend.service();
    TypedLocalObjectReference resource = backend.resource();
    if (resource.present() && service.present()) {
      errors.invalidText(backend.at().path(), "", "cannot set both resource and service backends");
    } else if (resource.present()) {
      reference(resource, errors);
    } else if (service.present()) {
      service(service, backend.at().path(), anyLabel, errors);
    } else {
      errors.invalidText(backend.at().path(), "", "resource or service backend is required");
    }
  }

  /** Checks a reference to an object of any kind. */
  static void reference(TypedLocalObjectReference ref, Errors errors) {
    At group = ref.apiGroup();
    if (group.present()) {
      Names.subdomain(group.text(), false).forEach(fault -> errors.invalid(group, fault));
    }
    References.validateSegment(ref.kind(), true, errors);
    References.validateSegment(ref.name(), true, errors);
  }

  private static void service(
      IngressServiceBackend service, Path backend, boolean anyLabel, Errors errors) {
    At name = service.name();
    if (name.text().isEmpty()) {
      errors.required(name.path(), "");
    } else {
      (anyLabel ? Names.label(name.text(), false) : Names.label1035(name.text(), false))
          .forEach(f -> errors.invalid(name, f));
    }
    ServiceBackendPort port = service.port();
    boolean named = !port.name().text().isEmpty();
    long number = port.number().number();
    if (named && number != 0) {
      errors.invalidText(backend, "", "cannot set both port name & port number");
    } else if (named) {
      Ports.validateNumberOrName(port.name(), errors);
    } else if (number != 0) {
      Ports.validateNumber(port.number(), errors);
    } else {
      errors.required(backend, "port name or number is required");
    }
  }
}
