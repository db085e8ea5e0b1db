package dev.muster.admission;

import dev.muster.base.deadline.Deadline;
import java.util.List;
import java.util.function.UnaryOperator;

/** The plugins that are on, in their order. Immutable. */
public final class AdmissionChain {
  private final List<AdmissionPlugin> plugins;

  public AdmissionChain(List<AdmissionPlugin> plugins) {
    this.plugins = List.copyOf(plugins);
  }

  /** Goes over the request, and once more if what changed it asks for that. */
  public void admit(AdmissionRequest request) {
    Reinvocation reinvocation = new Reinvocation();
    admit(request, reinvocation);
    if (reinvocation.wanted()) {
      reinvocation.start();
      admit(request, reinvocation);
    }
  }

  private void admit(AdmissionRequest request, Reinvocation reinvocation) {
    for (AdmissionPlugin plugin : plugins) {
      Deadline.check();
      plugin.admit(request, reinvocation);
    }
  }

  public void validate(AdmissionRequest request) {
    for (AdmissionPlugin plugin : plugins) {
      Deadline.check();
      plugin.validate(request);
    }
  }

  /** The same plugins in the same order, each as it is {@code seen}. */
  public AdmissionChain seen(UnaryOperator<AdmissionPlugin> seen) {
    return new AdmissionChain(plugins.stream().map(seen).toList());
  }

  public List<String> names() {
    return plugins.stream().map(AdmissionPlugin::name).toList();
  }
}
