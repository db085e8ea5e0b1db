package dev.muster.admission;

/** One rule of the chain. Refuses by throwing an {@code ApiException}. */
public interface AdmissionPlugin {

  /** The name under which it is switched on and off. */
  String name();

  /** May change the object; runs before validation. */
  default void admit(AdmissionRequest request) {}

  /** May only refuse; runs after validation. */
  default void validate(AdmissionRequest request) {}
}
