package dev.muster.runtime.layers;

/** What becomes of device nodes in a layer. Containers get their devices from the runtime. */
public enum DeviceNodes {
  /** They are left out. */
  SKIP,
  /** They are made, for whoever trusts the image. */
  CREATE,
  /** The layer is refused. */
  REFUSE
}
