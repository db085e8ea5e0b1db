package dev.muster.kinds.policy;

import dev.muster.base.go.GoText;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import java.util.List;

/** The AppArmor and seccomp profiles that a policy names in its annotations. */
final class PolicyProfiles {
  private static final String APPARMOR = "apparmor.security.beta.kubernetes.io/";
  private static final String SECCOMP = "seccomp.security.alpha.kubernetes.io/";
  private static final String LOCALHOST = "localhost/";

  private PolicyProfiles() {}

  static void validate(At annotations, Errors errors) {
    appArmor(annotations, APPARMOR + "defaultProfileName", false, errors);
    appArmor(annotations, APPARMOR + "allowedProfileNames", true, errors);
    seccomp(annotations, SECCOMP + "defaultProfileName", false, errors);
    seccomp(annotations, SECCOMP + "allowedProfileNames", true, errors);
  }

  private static void appArmor(At annotations, String key, boolean several, Errors errors) {
    String value = annotations.text(key);
    for (String profile : parts(value, several)) {
      boolean known =
          profile.isEmpty()
              || profile.equals("runtime/default")
              || profile.equals("unconfined")
              || profile.startsWith(LOCALHOST);
      if (!known) {
        errors.invalidText(
            annotations.path().key(key),
            value,
            "invalid AppArmor profile name: " + GoText.quote(profile));
      }
    }
  }

  private static void seccomp(At annotations, String key, boolean several, Errors errors) {
    for (String profile : parts(annotations.text(key), several)) {
      if ((several && profile.equals("*"))
          || profile.equals("runtime/default")
          || profile.equals("docker/default")
          || profile.equals("unconfined")) {
        continue;
      }
      if (profile.startsWith(LOCALHOST)) {
        descending(profile.substring(LOCALHOST.length()), annotations, key, errors);
      } else {
        errors.invalidText(annotations.path().key(key), profile, "must be a valid seccomp profile");
      }
    }
  }

  private static void descending(String path, At annotations, String key, Errors errors) {
    if (path.startsWith("/")) {
      errors.invalidText(annotations.path().key(key), path, "must be a relative path");
    }
    if (List.of(path.split("/", -1)).contains("..")) {
      errors.invalidText(annotations.path().key(key), path, "must not contain '..'");
    }
  }

  private static String[] parts(String value, boolean several) {
    return value.isEmpty() ? new String[0] : several ? value.split(",", -1) : new String[] {value};
  }
}
