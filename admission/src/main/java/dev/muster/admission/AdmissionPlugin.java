package dev.muster.admission;

/** One rule of the chain. Refuses by throwing an {@code ApiException}. */
public interface AdmissionPlugin {

  /** The name under which it is switched on and off. */
  String name();

  /** May change the object; runs before validation, and may run twice. */
  default void admit(AdmissionRequest request) {}

  /** The same, for those who know whether the chain goes over the request again. */
  default void admit(AdmissionRequest request, Reinvocation reinvocation) {
    admit(request);
  }

  /** May only refuse; runs after validation. */
  default void validate(AdmissionRequest request) {}
}
