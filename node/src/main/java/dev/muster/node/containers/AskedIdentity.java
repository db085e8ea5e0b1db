package dev.muster.node.containers;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.muster.cri.UserOrigin;
import dev.muster.cri.v1.LinuxContainerSecurityContext;
import dev.muster.cri.v1.NamespaceOption;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;

/**
 * Who a container was asked to be, kept among its annotations in the runtime: an agent that did not
 * start the container itself can still tell whom to expect, whatever its own version and gates.
 */
public final class AskedIdentity {
  static final String ANNOTATION = "dev.muster.container.asked-identity";

  private AskedIdentity() {}

  /**
   * The part of a security context that decides on uid, gid and groups, as an annotation.
   *
   * @param imageUser the image's USER, if the runtime gives it whole to whom it is asked for: then
   *     it stands in the place of the user's name
   */
  static String text(
      LinuxContainerSecurityContext context, UserOrigin origin, Optional<String> imageUser) {
    boolean whole = origin == UserOrigin.IMAGE && imageUser.isPresent();
    LinuxContainerSecurityContext.Builder out =
        LinuxContainerSecurityContext.newBuilder()
            .setRunAsUsername(whole ? imageUser.orElseThrow() : context.getRunAsUsername())
            .addAllSupplementalGroups(context.getSupplementalGroupsList())
            .setSupplementalGroupsPolicy(context.getSupplementalGroupsPolicy());
    if (context.hasRunAsUser() && !whole) {
      out.setRunAsUser(context.getRunAsUser());
    }
    if (context.hasRunAsGroup()) {
      out.setRunAsGroup(context.getRunAsGroup());
    }
    out.setNamespaceOptions(
        NamespaceOption.newBuilder()
            .setUsernsOptions(context.getNamespaceOptions().getUsernsOptions()));
    return Base64.getEncoder().encodeToString(out.build().toByteArray());
  }

  /** Nothing if a container has none, or one that cannot be read. */
  public static Optional<LinuxContainerSecurityContext> in(Map<String, String> annotations) {
    String text = annotations.get(ANNOTATION);
    if (text == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(LinuxContainerSecurityContext.parseFrom(Base64.getDecoder().decode(text)));
    } catch (IllegalArgumentException | InvalidProtocolBufferException e) {
      return Optional.empty();
    }
  }
}
