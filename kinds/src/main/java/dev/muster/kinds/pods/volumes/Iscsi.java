package dev.muster.kinds.pods.volumes;

import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import java.util.regex.Pattern;

/** A block device behind an iSCSI portal. */
final class Iscsi {
  private static final Pattern IQN =
      Pattern.compile("iqn\\.\\d{4}-\\d{2}\\.([\\p{Alnum}.-]+)(:[^,;*&$|\\s]+)\\z");
  private static final Pattern EUI = Pattern.compile("^eui.[\\p{Alnum}]{16}\\z");
  private static final Pattern NAA = Pattern.compile("^naa.[\\p{Alnum}]{32}\\z");
  private static final int MAX_NAME_AND_PORTAL = 64;
  private static final String TOO_LONG =
      "Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if iscsi.initiatorName is specified.";
  private static final String BAD = "must be valid format";
  private static final String BAD_START = "must be valid format starting with iqn, eui, or naa";

  private Iscsi() {}

  static void volume(At iscsi, Errors errors) {
    Needs.text(iscsi, "targetPortal", errors);
    common(iscsi, BAD_START, errors);
    initiator(iscsi, BAD_START, errors);
  }

  static void persistent(At iscsi, String volumeName, Errors errors) {
    Needs.text(iscsi, "targetPortal", errors);
    if (tooLong(iscsi, volumeName)) {
      errors.invalidText(iscsi.path().child("targetportal"), iscsi.text("targetPortal"), TOO_LONG);
    }
    common(iscsi, BAD, errors);
    Needs.nameIfPresent(iscsi.get("secretRef"), errors);
    initiator(iscsi, BAD, errors);
  }

  /** The name and the portal become one name on the node, together with the initiator's. */
  static void nameLength(At volume, Errors errors) {
    if (tooLong(volume.get("iscsi"), volume.text("name"))) {
      errors.invalidText(volume.path().child("name"), volume.text("name"), TOO_LONG);
    }
  }

  private static boolean tooLong(At iscsi, String name) {
    return iscsi.has("initiatorName")
        && name.length() + 1 + iscsi.text("targetPortal").length() > MAX_NAME_AND_PORTAL;
  }

  private static void common(At iscsi, String badStart, Errors errors) {
    At iqn = iscsi.get("iqn");
    if (iqn.empty()) {
      errors.required(iqn.path(), "");
    } else {
      qualified(iqn, iqn.text(), badStart, errors);
    }
    Needs.range(iscsi.get("lun"), 0, 255, errors);
    boolean authenticates =
        iscsi.get("chapAuthDiscovery").truth() || iscsi.get("chapAuthSession").truth();
    if (authenticates && iscsi.get("secretRef").absent()) {
      errors.required(iscsi.path().child("secretRef"), "");
    }
  }

  private static void initiator(At iscsi, String badStart, Errors errors) {
    At name = iscsi.get("initiatorName");
    if (name.present()) {
      At shown = new At(name.node(), iscsi.path().child("initiatorname"));
      qualified(shown, name.text(), badStart, errors);
    }
  }

  private static void qualified(At at, String text, String badStart, Errors errors) {
    if (text.startsWith("iqn")) {
      match(IQN, at, text, errors);
    } else if (text.startsWith("eui")) {
      match(EUI, at, text, errors);
    } else if (text.startsWith("naa")) {
      match(NAA, at, text, errors);
    } else {
      errors.invalid(at, badStart);
    }
  }

  private static void match(Pattern pattern, At at, String text, Errors errors) {
    if (!pattern.matcher(text).find()) {
      errors.invalid(at, BAD);
    }
  }
}
