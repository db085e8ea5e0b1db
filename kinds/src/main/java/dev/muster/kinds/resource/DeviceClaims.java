package dev.muster.kinds.resource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.meta.Defaults;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.names.Names;
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
      "must be the name of a request in the claim or the name of a request and a subrequest separated by '/'";

  private DeviceClaims() {}

  static void applyDefaults(JsonNode spec) {
    for (ObjectNode request : Defaults.each(spec.path("devices"), "requests")) {
      if (request.get("exactly") instanceof ObjectNode exactly) {
        count(exactly);
      }
      Defaults.each(request, "firstAvailable").forEach(DeviceClaims::count);
    }
  }

  private static void count(ObjectNode request) {
    Defaults.text(request, "allocationMode", "ExactCount");
    if (request.path("allocationMode").asText().equals("ExactCount")
        && request.path("count").asLong() == 0) {
      request.put("count", 1L);
    }
  }

  static void validate(At spec, Errors errors) {
    At devices = spec.get("devices");
    Map<String, Set<String>> names = names(devices);
    DeviceRules.set(
        devices.get("requests"),
        DeviceRules.MOST,
        request -> request.text("name"),
        request -> request(request, errors),
        errors);
    DeviceRules.each(
        devices.get("constraints"),
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
        devices.get("config"),
        DeviceRules.MOST,
        config -> {
          references(config.get("requests"), names, errors);
          DeviceRules.config(config, errors);
        },
        errors);
  }

  /** Requests by name, each with the names of its alternatives. */
  private static Map<String, Set<String>> names(At devices) {
    Map<String, Set<String>> names = new HashMap<>();
    for (At request : devices.get("requests").each()) {
      Set<String> alternatives = new HashSet<>();
      request.get("firstAvailable").each().forEach(one -> alternatives.add(one.text("name")));
      names.put(request.text("name"), alternatives);
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
