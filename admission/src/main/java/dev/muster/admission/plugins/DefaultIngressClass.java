package dev.muster.admission.plugins;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.AdmissionPlugin;
import dev.muster.admission.AdmissionRequest;
import dev.muster.admission.Cluster;
import dev.muster.admission.Operation;
import dev.muster.views.NetworkingV1.Ingress;
import dev.muster.views.NetworkingV1.MutableIngress;
import java.util.List;

/** Gives an ingress that names no class the default one. */
public final class DefaultIngressClass implements AdmissionPlugin {
  private static final String CLASS = "kubernetes.io/ingress.class";
  private static final List<String> MARKS = List.of("ingressclass.kubernetes.io/is-default-class");

  private final Cluster cluster;

  public DefaultIngressClass(Cluster cluster) {
    this.cluster = cluster;
  }

  @Override
  public String name() {
    return "DefaultIngressClass";
  }

  @Override
  public void admit(AdmissionRequest request) {
    ObjectNode ingress = request.object();
    if (ingress == null
        || request.operation() != Operation.CREATE
        || !request.isFor("networking.k8s.io", "Ingress")
        || Ingress.of(ingress).spec().ingressClassName().present()
        || Ingress.of(ingress).metadata().annotations().has(CLASS)) {
      return;
    }
    DefaultClass.in(cluster, "networking.k8s.io/v1", "IngressClass", MARKS)
        .ifPresent(name -> MutableIngress.of(ingress).spec().ensure().ingressClassName(name));
  }
}
