package dev.muster.kinds.resource;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.names.Names;
import dev.muster.views.NumberField;
import dev.muster.views.ResourceV1.DeviceClaim;
import dev.muster.views.ResourceV1.DeviceClaimConfiguration;
import dev.muster.views.ResourceV1.DeviceConstraint;
import dev.muster.views.ResourceV1.DeviceRequest;
import dev.muster.views.ResourceV1.DeviceSubRequest;
import dev.muster.views.ResourceV1.ExactDeviceRequest;
import dev.muster.views.ResourceV1.MutableDeviceClaim;
import dev.muster.views.ResourceV1.MutableDeviceRequest;
import dev.muster.views.ResourceV1.MutableDeviceSubRequest;
import dev.muster.views.ResourceV1.ResourceClaimSpec;
import dev.muster.views.TextField;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What is asked for in a claim, whether it stands alone or in a template. */
final class DeviceClaims {
  private static final int MOST_ALTERNATIVES = 8;
  private static final List<String> MODES = List.of("All", "ExactCount");
  private static final String BAD_REFERENCE =
      "must be the name of a request in the claim or the name of a request and a subrequest"
          + " separated by '/'";

  private DeviceClaims() {}

  static void applyDefaults(ResourceClaimSpec spec) {
    if (!(spec.devices().tree() instanceof ObjectNode devices)) {
      return;
    }
    for (MutableDeviceRequest request : MutableDeviceClaim.of(devices).requests().each()) {
      request.exactly().ifPresent(exact -> count(exact.allocationMode(), exact.count()));
      for (MutableDeviceSubRequest one : request.firstAvailable().each()) {
        count(one.allocationMode(), one.count());
      }
    }
  }

  private static void count(TextField mode, NumberField count) {
    mode.defaultTo("ExactCount");
    if (mode.text().equals("ExactCount")) {
      count.defaultFromZeroTo(1);
    }
  }

  static void validate(ResourceClaimSpec spec, Errors errors) {
    DeviceClaim devices = spec.devices();
    Map<String, Set<String>> names = names(devices);
    DeviceRules.set(
        devices.requests().at(),
        DeviceRules.MOST,
        request -> new DeviceRequest(request).name().text(),
        request -> request(new DeviceRequest(request), errors),
        errors);
    DeviceRules.each(
        devices.constraints().at(),
        DeviceRules.MOST,
        each -> {
          DeviceConstraint constraint = new DeviceConstraint(each);
          references(constraint.requests(), names, errors);
          if (constraint.matchAttribute().present()) {
            DeviceRules.qualifiedAttribute(constraint.matchAttribute(), errors);
          } else if (constraint.distinctAttribute().present()) {
            DeviceRules.qualifiedAttribute(constraint.distinctAttribute(), errors);
          } else {
            errors.required(constraint.matchAttribute().path(), "");
          }
        },
        errors);
    DeviceRules.each(
        devices.config().at(),
        DeviceRules.MOST,
        each -> {
          DeviceClaimConfiguration config = new DeviceClaimConfiguration(each);
          references(config.requests(), names, errors);
          DeviceRules.config(config.opaque(), errors);
        },
        errors);
  }

  /** Requests by name, each with the names of its alternatives. */
  private static Map<String, Set<String>> names(DeviceClaim devices) {
    Map<String, Set<String>> names = new HashMap<>();
    for (DeviceRequest request : devices.requests()) {
      Set<String> alternatives = new HashSet<>();
      request.firstAvailable().forEach(one -> alternatives.add(one.name().text()));
      names.put(request.name().text(), alternatives);
    }
    return names;
  }

  private static void references(At list, Map<String, Set<String>> names, Errors errors) {
    DeviceRules.set(
        list, DeviceRules.MOST, At::text, name -> reference(name, names, errors), errors);
  }

  private static void reference(At name, Map<String, Set<String>> names, Errors errors) {
    String[] parts = name.text().split("/", -1);
    if (parts.length > 2) {
      errors.invalid(name, BAD_REFERENCE);
      return;
    }
    for (String part : parts) {
      DeviceRules.requestName(part, name.path(), errors);
    }
    Set<String> alternatives = names.get(parts[0]);
    if (alternatives == null || parts.length == 2 && !alternatives.contains(parts[1])) {
      errors.invalid(name, BAD_REFERENCE);
    }
  }

  private static void request(DeviceRequest request, Errors errors) {
    DeviceRules.requestName(request.name().text(), request.name().path(), errors);
    At alternatives = request.firstAvailable().at();
    ExactDeviceRequest exactly = request.exactly();
    if (alternatives.size() == 0 && exactly.absent()) {
      errors.required(
          request.at().path(), "exactly one of `exactly` or `firstAvailable` is required");
    } else if (alternatives.size() > 0 && exactly.present()) {
      errors.invalid(
          request.at().path(),
          "null",
          "exactly one of `exactly` or `firstAvailable` is required, but multiple fields are set");
    } else if (exactly.present()) {
      devices(exactly, errors);
    } else {
      DeviceRules.set(
          alternatives,
          MOST_ALTERNATIVES,
          one -> new DeviceSubRequest(one).name().text(),
          one -> {
            At name = new DeviceSubRequest(one).name();
            DeviceRules.requestName(name.text(), name.path(), errors);
            devices(new ExactDeviceRequest(one), errors);
          },
          errors);
    }
  }

  /** One of several has these fields, too. */
  private static void devices(ExactDeviceRequest request, Errors errors) {
    At className = request.deviceClassName();
    if (className.text().isEmpty()) {
      errors.required(className.path(), "");
    } else {
      Names.subdomain(className.text(), false).forEach(fault -> errors.invalid(className, fault));
    }
    DeviceRules.selectors(request.selectors().at(), errors);
    At mode = request.allocationMode();
    At count = request.count();
    switch (mode.text()) {
      case "All" -> {
        if (count.number() != 0) {
          errors.invalid(count, "must not be specified when allocationMode is 'All'");
        }
      }
      case "ExactCount" -> {
        if (count.number() <= 0) {
          errors.invalid(count, "must be greater than zero");
        }
      }
      default -> errors.unsupported(mode, MODES);
    }
    request.tolerations().forEach(one -> DeviceRules.toleration(one, errors));
  }
}
