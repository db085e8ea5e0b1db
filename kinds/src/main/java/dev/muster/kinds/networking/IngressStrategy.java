package dev.muster.kinds.networking;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.meta.ObjectMetas;
import dev.muster.kinds.meta.SpecAndStatus;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import dev.muster.model.names.Names;
import dev.muster.model.net.AddressWarnings;
import dev.muster.model.net.IpAddress;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Ingresses. */
public final class IngressStrategy extends SpecAndStatus {
  private static final String CLASS_ANNOTATION = "kubernetes.io/ingress.class";

  public IngressStrategy() {
    super("networking/v1.Ingress", true);
  }

  @Override
  public void validate(ObjectNode object, Errors errors) {
    At spec = At.root(object).get("spec");
    IngressSpecs.fresh(errors).validate(spec);
    At annotation =
        new At(
            object.path("metadata").path("annotations").path(CLASS_ANNOTATION),
            Path.of("annotations", CLASS_ANNOTATION));
    At name = spec.get("ingressClassName");
    if (annotation.present() && name.present() && !annotation.text().equals(name.text())) {
      errors.invalid(annotation, "must match `ingressClassName` when both are specified");
    }
  }

  @Override
  public void validateUpdate(ObjectNode object, ObjectNode old, Errors errors) {
    ObjectMetas.validateChange(object, old, errors);
    ObjectMetas.validate(true, this::nameFaults, object, errors);
    IngressSpecs.after(At.root(old).get("spec"), errors).validate(At.root(object).get("spec"));
  }

  /** An empty list of rules differs from none only in the message that refuses both. */
  @Override
  public void canonicalize(ObjectNode object) {
    if (object.path("spec").path("rules").isEmpty()) {
      object.withObject("spec").remove("rules");
    }
  }

  @Override
  public void validateSubresourceUpdate(
      String subresource, ObjectNode object, ObjectNode old, Errors errors) {
    ObjectMetas.validateChange(object, old, errors);
    Set<String> known = new HashSet<>();
    balancers(old).forEach(balancer -> known.add(balancer.text("ip")));
    for (At balancer : balancers(object)) {
      At ip = balancer.get("ip");
      if (!ip.text().isEmpty() && !known.contains(ip.text())) {
        IpAddress.validate(ip.text(), ip.path(), errors);
      }
      At host = balancer.get("hostname");
      if (!host.text().isEmpty()) {
        Names.subdomain(host.text(), false).forEach(fault -> errors.invalid(host, fault));
        if (IpAddress.parse(host.text()).isPresent()) {
          errors.invalid(host, "must be a DNS name, not an IP address");
        }
      }
    }
  }

  private static List<At> balancers(ObjectNode object) {
    return At.root(object).get("status", "loadBalancer", "ingress").each();
  }

  @Override
  public List<String> warnings(ObjectNode object, @Nullable ObjectNode old) {
    boolean annotated = object.path("metadata").path("annotations").hasNonNull(CLASS_ANNOTATION);
    return old == null && annotated && !object.path("spec").hasNonNull("ingressClassName")
        ? List.of(
            "annotation \"kubernetes.io/ingress.class\" is deprecated, please use 'spec.ingressClassName' instead")
        : List.of();
  }

  @Override
  public List<String> subresourceWarnings(String subresource, ObjectNode object, ObjectNode old) {
    List<String> out = new ArrayList<>();
    for (At balancer : balancers(object)) {
      if (!balancer.text("ip").isEmpty()) {
        out.addAll(AddressWarnings.of(balancer.path(), balancer.text("ip")));
      }
    }
    return out;
  }
}
