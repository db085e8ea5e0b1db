package dev.muster.kinds.resource;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.names.Names;
import dev.muster.views.NumberField;
import dev.muster.views.ResourceV1.DeviceClaim;
import dev.muster.views.ResourceV1.DeviceRequest;
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
        request -> request.text("name"),
        request -> request(request, errors),
        errors);
    DeviceRules.each(
        devices.constraints().at(),
        DeviceRules.MOST,
        constraint -> {
          references(constraint.get("requests"), names, errors);
          if (constraint.has("matchAttribute")) {
            DeviceRules.qualifiedAttribute(constraint.get("matchAttribute"), errors);
          } else if (constraint.has("distinctAttribute")) {
            DeviceRules.qualifiedAttribute(constraint.get("distinctAttribute"), errors);
          } else {
            errors.required(constraint.path().child("matchAttribute"), "");
          }
        },
        errors);
    DeviceRules.each(
        devices.config().at(),
        DeviceRules.MOST,
        config -> {
          references(config.get("requests"), names, errors);
          DeviceRules.config(config, errors);
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

  private static void request(At request, Errors errors) {
    DeviceRules.requestName(request.text("name"), request.get("name").path(), errors);
    At alternatives = request.get("firstAvailable");
    At exactly = request.get("exactly");
    if (alternatives.size() == 0 && exactly.absent()) {
      errors.required(request.path(), "exactly one of `exactly` or `firstAvailable` is required");
    } else if (alternatives.size() > 0 && exactly.present()) {
      errors.invalid(
          request.path(),
          "null",
          "exactly one of `exactly` or `firstAvailable` is required, but multiple fields are set");
    } else if (exactly.present()) {
      devices(exactly, errors);
    } else {
      DeviceRules.set(
          alternatives,
          MOST_ALTERNATIVES,
          one -> one.text("name"),
          one -> {
            DeviceRules.requestName(one.text("name"), one.get("name").path(), errors);
            devices(one, errors);
          },
          errors);
    }
  }

  private static void devices(At request, Errors errors) {
    At className = request.get("deviceClassName");
    if (className.text().isEmpty()) {
      errors.required(className.path(), "");
    } else {
      Names.subdomain(className.text(), false).forEach(fault -> errors.invalid(className, fault));
    }
    DeviceRules.selectors(request.get("selectors"), errors);
    At mode = request.get("allocationMode");
    At count = request.get("count");
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
    request.get("tolerations").each().forEach(one -> DeviceRules.toleration(one, errors));
  }
}
