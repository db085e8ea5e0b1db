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
import dev.muster.views.NetworkingV1.Ingress;
import dev.muster.views.NetworkingV1.IngressLoadBalancerIngress;
import dev.muster.views.NetworkingV1.IngressSpec;
import dev.muster.views.NetworkingV1.MutableIngress;
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
    IngressSpec spec = Ingress.of(object).spec();
    IngressSpecs.fresh(errors).validate(spec);
    At annotation =
        new At(
            Ingress.of(object).metadata().annotations().get(CLASS_ANNOTATION).node(),
            Path.of("annotations", CLASS_ANNOTATION));
    At name = spec.ingressClassName();
    if (annotation.present() && name.present() && !annotation.text().equals(name.text())) {
      errors.invalid(annotation, "must match `ingressClassName` when both are specified");
    }
  }

  @Override
  public void validateUpdate(ObjectNode object, ObjectNode old, Errors errors) {
    ObjectMetas.validateChange(object, old, errors);
    ObjectMetas.validate(true, this::nameFaults, object, errors);
    IngressSpecs.after(Ingress.of(old).spec(), errors).validate(Ingress.of(object).spec());
  }

  /** An empty list of rules differs from none only in the message that refuses both. */
  @Override
  public void canonicalize(ObjectNode object) {
    if (Ingress.of(object).spec().rules().isEmpty()) {
      MutableIngress.of(object).spec().ensure().rules().remove();
    }
  }

  @Override
  public void validateSubresourceUpdate(
      String subresource, ObjectNode object, ObjectNode old, Errors errors) {
    ObjectMetas.validateChange(object, old, errors);
    Set<String> known = new HashSet<>();
    balancers(old).forEach(balancer -> known.add(balancer.ip().text()));
    for (IngressLoadBalancerIngress balancer : balancers(object)) {
      At ip = balancer.ip();
      if (!ip.text().isEmpty() && !known.contains(ip.text())) {
        IpAddress.validate(ip.text(), ip.path(), errors);
      }
      At host = balancer.hostname();
      if (!host.text().isEmpty()) {
        Names.subdomain(host.text(), false).forEach(fault -> errors.invalid(host, fault));
        if (IpAddress.parse(host.text()).isPresent()) {
          errors.invalid(host, "must be a DNS name, not an IP address");
        }
      }
    }
  }

  private static List<IngressLoadBalancerIngress> balancers(ObjectNode object) {
    return Ingress.of(object).status().loadBalancer().ingress();
  }

  @Override
  public List<String> warnings(ObjectNode object, @Nullable ObjectNode old) {
    boolean annotated = Ingress.of(object).metadata().annotations().has(CLASS_ANNOTATION);
    return old == null && annotated && !Ingress.of(object).spec().ingressClassName().present()
        ? List.of(
            "annotation \"kubernetes.io/ingress.class\" is deprecated, please use"
                + " 'spec.ingressClassName' instead")
        : List.of();
  }

  @Override
  public List<String> subresourceWarnings(String subresource, ObjectNode object, ObjectNode old) {
    List<String> out = new ArrayList<>();
    for (IngressLoadBalancerIngress balancer : balancers(object)) {
      if (!balancer.ip().text().isEmpty()) {
        out.addAll(AddressWarnings.of(balancer.at().path(), balancer.ip().text()));
      }
    }
    return out;
  }
}
