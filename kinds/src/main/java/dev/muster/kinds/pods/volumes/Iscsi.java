package dev.muster.kinds.pods.volumes;

import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.views.CoreV1.ISCSIPersistentVolumeSource;
import dev.muster.views.CoreV1.ISCSIVolumeSource;
import dev.muster.views.CoreV1.Volume;
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

  static void volume(ISCSIVolumeSource iscsi, Errors errors) {
    Needs.text(iscsi.targetPortal(), errors);
    common(iscsi, BAD_START, errors);
    initiator(iscsi, BAD_START, errors);
  }

  static void persistent(ISCSIPersistentVolumeSource iscsi, String volumeName, Errors errors) {
    Needs.text(iscsi.targetPortal(), errors);
    if (tooLong(iscsi.initiatorName(), iscsi.targetPortal(), volumeName)) {
      errors.invalidText(
          iscsi.at().path().child("targetportal"), iscsi.targetPortal().text(), TOO_LONG);
    }
    ISCSIVolumeSource common = new ISCSIVolumeSource(iscsi.at());
    common(common, BAD, errors);
    Needs.nameIfPresent(iscsi.secretRef(), iscsi.secretRef().name(), errors);
    initiator(common, BAD, errors);
  }

  /** The name and the portal become one name on the node, together with the initiator's. */
  static void nameLength(Volume volume, Errors errors) {
    ISCSIVolumeSource iscsi = volume.iscsi();
    if (tooLong(iscsi.initiatorName(), iscsi.targetPortal(), volume.name().text())) {
      errors.invalidText(volume.name().path(), volume.name().text(), TOO_LONG);
    }
  }

  private static boolean tooLong(At initiator, At portal, String name) {
    return initiator.present() && name.length() + 1 + portal.text().length() > MAX_NAME_AND_PORTAL;
  }

  private static void common(ISCSIVolumeSource iscsi, String badStart, Errors errors) {
    At iqn = iscsi.iqn();
    if (iqn.empty()) {
      errors.required(iqn.path(), "");
    } else {
      qualified(iqn, iqn.text(), badStart, errors);
    }
    Needs.range(iscsi.lun(), 0, 255, errors);
    boolean authenticates = iscsi.chapAuthDiscovery().truth() || iscsi.chapAuthSession().truth();
    if (authenticates && iscsi.secretRef().absent()) {
      errors.required(iscsi.secretRef().at().path(), "");
    }
  }

  private static void initiator(ISCSIVolumeSource iscsi, String badStart, Errors errors) {
    At name = iscsi.initiatorName();
    if (name.present()) {
      At shown = new At(name.node(), iscsi.at().path().child("initiatorname"));
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
