package dev.muster.kinds.pods;

import dev.muster.model.names.Labels;
import dev.muster.model.quantity.Quantity;
import java.math.RoundingMode;
import java.util.List;
import java.util.Set;

/** What is known of a resource by its name. */
public final class ResourceNames {
  static final String CPU = "cpu";
  static final String MEMORY = "memory";
  static final String EPHEMERAL_STORAGE = "ephemeral-storage";
  private static final String HUGE_PAGES = "hugepages-";
  private static final String NATIVE_PREFIX = "kubernetes.io/";
  private static final Set<String> CONTAINER = Set.of(CPU, MEMORY, EPHEMERAL_STORAGE);

  /** What may stand in quotas and limit ranges without a prefix. */
  private static final Set<String> STANDARD =
      Set.of(
          CPU,
          MEMORY,
          EPHEMERAL_STORAGE,
          "requests.cpu",
          "requests.memory",
          "requests.ephemeral-storage",
          "limits.cpu",
          "limits.memory",
          "limits.ephemeral-storage",
          "pods",
          "resourcequotas",
          "services",
          "replicationcontrollers",
          "secrets",
          "configmaps",
          "persistentvolumeclaims",
          "storage",
          "requests.storage",
          "services.nodeports",
          "services.loadbalancers");

  /** What a pod may ask for as a whole, as the refusal lists it. */
  static final List<String> POD_LEVEL = List.of(CPU, HUGE_PAGES, MEMORY);

  private ResourceNames() {}

  static boolean isStandard(String name) {
    return STANDARD.contains(name) || name.startsWith("requests.hugepages-") || isHugePages(name);
  }

  static boolean isContainerStandard(String name) {
    return CONTAINER.contains(name) || isHugePages(name);
  }

  static boolean isPodLevel(String name) {
    return name.equals(CPU) || name.equals(MEMORY) || isHugePages(name);
  }

  static boolean isHugePages(String name) {
    return name.startsWith(HUGE_PAGES);
  }

  static boolean isNative(String name) {
    return !name.contains("/") || name.contains(NATIVE_PREFIX);
  }

  /** Whether it is none of Kubernetes' own, and so counted without being understood. */
  public static boolean isExtended(String name) {
    if (isNative(name) || name.startsWith("requests.")) {
      return false;
    }
    return Labels.qualifiedName("requests." + name).isEmpty();
  }

  /** Whether requests may be lower than limits. */
  static boolean overcommits(String name) {
    return isNative(name) && !isHugePages(name);
  }

  /** Whether only whole amounts make sense. */
  static boolean isWhole(String name) {
    return name.equals("pods")
        || name.equals("resourcequotas")
        || name.equals("services")
        || name.equals("replicationcontrollers")
        || name.equals("secrets")
        || name.equals("configmaps")
        || name.equals("persistentvolumeclaims")
        || name.equals("services.nodeports")
        || name.equals("services.loadbalancers")
        || isExtended(name);
  }

  /** Whether the amount is a whole number of pages of the size in the name. */
  static boolean isWholeHugePages(String name, Quantity amount) {
    Quantity page;
    try {
      page = Quantity.parse(name.substring(HUGE_PAGES.length()));
    } catch (IllegalArgumentException e) {
      return false;
    }
    return page.signum() > 0
        && page.isWhole()
        && amount.value().setScale(0, RoundingMode.UP).remainder(page.value()).signum() == 0;
  }
}
