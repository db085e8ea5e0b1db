package dev.muster.kinds.apiregistration;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.base.go.GoText;
import dev.muster.kinds.meta.SpecAndStatus;
import dev.muster.model.codec.Times;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.names.Names;
import dev.muster.views.ApiregistrationV1.APIService;
import dev.muster.views.ApiregistrationV1.APIServiceCondition;
import dev.muster.views.ApiregistrationV1.APIServiceSpec;
import dev.muster.views.ApiregistrationV1.MutableAPIService;
import dev.muster.views.ApiregistrationV1.ServiceReference;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;

/** Groups and versions with the server that answers for them; without a service it is this one. */
public final class ApiServiceStrategy extends SpecAndStatus {
  private static final int HIGHEST_GROUP = 20_000;
  private static final int HIGHEST_VERSION = 1_000;
  private static final List<String> STATUSES = List.of("True", "False", "Unknown");

  private final InstantSource clock;

  public ApiServiceStrategy(InstantSource clock) {
    super("apiregistration/v1.APIService", false);
    this.clock = clock;
  }

  @Override
  public void applyDefaults(ObjectNode object) {
    MutableAPIService.of(object)
        .spec()
        .get()
        .flatMap(spec -> spec.service().get())
        .ifPresent(service -> service.port().defaultTo(443));
  }

  @Override
  public void prepareForCreate(ObjectNode object) {
    super.prepareForCreate(object);
    if (!APIService.of(object).spec().service().present()) {
      MutableAPIService.of(object)
          .status()
          .ensure()
          .conditions()
          .add()
          .type("Available")
          .status("True")
          .lastTransitionTime(Times.seconds(clock.instant()))
          .reason("Local")
          .message("Local APIServices are always available");
    }
  }

  @Override
  public List<String> nameFaults(String name, boolean prefix) {
    return Names.pathSegment(name, prefix);
  }

  @Override
  public boolean allowsUnconditionalUpdate() {
    return false;
  }

  @Override
  public void validate(ObjectNode object, Errors errors) {
    APIServiceSpec spec = APIService.of(object).spec();
    At group = spec.group();
    At version = spec.version();
    At name = APIService.of(object).metadata().name();
    String wanted = version.text() + "." + group.text();
    if (!name.text().equals(wanted)) {
      errors.invalid(name, "must be `spec.version+\".\"+spec.group`: " + GoText.quote(wanted));
    }
    if (group.text().isEmpty() && !version.text().equals("v1")) {
      errors.required(group.path(), "only v1 may have an empty group and it better be legacy kube");
    }
    if (!group.text().isEmpty()) {
      Names.subdomain(group.text(), false).forEach(fault -> errors.invalid(group, fault));
    }
    Names.label1035(version.text(), false)
        .forEach(fault -> errors.invalidText(version.path(), version.text(), fault));
    priority(spec.groupPriorityMinimum(), HIGHEST_GROUP, errors);
    priority(spec.versionPriority(), HIGHEST_VERSION, errors);
    if (spec.service().absent()) {
      local(spec, errors);
    } else {
      remote(spec, errors);
    }
  }

  private static void priority(At at, int highest, Errors errors) {
    if (at.number() <= 0 || at.number() > highest) {
      errors.invalid(
          at.path(), Long.toString(at.number()), "must be positive and less than " + highest);
    }
  }

  private static void local(APIServiceSpec spec, Errors errors) {
    At bundle = spec.caBundle();
    if (!bundle.text().isEmpty()) {
      int bytes = Base64.getDecoder().decode(bundle.text()).length;
      errors.invalidText(
          bundle.path(), bytes + " bytes", "local APIServices may not have a caBundle");
    }
    At insecure = spec.insecureSkipTLSVerify();
    if (insecure.truth()) {
      errors.invalid(insecure, "local APIServices may not have insecureSkipTLSVerify");
    }
  }

  private static void remote(APIServiceSpec spec, Errors errors) {
    ServiceReference service = spec.service();
    for (At name : List.of(service.namespace(), service.name())) {
      if (name.text().isEmpty()) {
        errors.required(name.path(), "");
      }
    }
    At port = service.port();
    if (port.number() < 1 || port.number() > 65_535) {
      errors.invalid(
          port.path(),
          Long.toString(port.number()),
          "port is not valid: must be between 1 and 65535, inclusive");
    }
    At insecure = spec.insecureSkipTLSVerify();
    if (insecure.truth() && !spec.caBundle().text().isEmpty()) {
      errors.invalid(insecure, "may not be true if caBundle is present");
    }
  }

  @Override
  public void validateSubresourceUpdate(
      String subresource, ObjectNode object, ObjectNode old, Errors errors) {
    for (APIServiceCondition condition : APIService.of(object).status().conditions()) {
      At status = condition.status();
      if (!STATUSES.contains(status.text())) {
        errors.unsupported(status.path(), status.text(), STATUSES);
      }
    }
  }
}
