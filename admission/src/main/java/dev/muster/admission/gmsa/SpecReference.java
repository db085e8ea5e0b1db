package dev.muster.admission.gmsa;

/** Where a pod names a credential spec, and which. */
sealed interface SpecReference {

  /** The field or annotation that names it. */
  String place();

  String name();

  /** A config map in the pod's namespace. */
  record ConfigMap(String place, String name) implements SpecReference {}

  /**
   * A GMSACredentialSpec, whose contents go into the pod.
   *
   * @param contents what the pod already says they are; empty if it does not
   */
  record Resource(String place, String name, String contents) implements SpecReference {}
}
