package dev.muster.apiserver.admissionwebhook;

import java.net.ConnectException;
import java.nio.channels.UnresolvedAddressException;

/** Why a call failed, in a few words for people. */
final class Reasons {
  private Reasons() {}

  static String of(Throwable failure) {
    Throwable deepest = failure;
    while (deepest.getCause() != null && deepest.getMessage() == null) {
      deepest = deepest.getCause();
    }
    return switch (deepest) {
      case UnresolvedAddressException e -> "no such host";
      case ConnectException e -> "connect: connection refused";
      case Throwable other ->
          other.getMessage() == null
              ? other.getClass().getSimpleName()
              : String.valueOf(other.getMessage());
    };
  }
}
