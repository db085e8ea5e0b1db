package dev.muster.client.kubeconfig;

import java.util.List;

/** A kubeconfig that cannot be used, with everything that is wrong with it, one a line. */
public final class KubeconfigException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  KubeconfigException(List<String> problems) {
    super(String.join("\n", problems));
  }
}
