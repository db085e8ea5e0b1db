package dev.muster.runtime.imageservice;

import dev.muster.cri.UserOrigin;
import dev.muster.cri.v1.ImageSpec;
import dev.muster.cri.v1.Int64Value;
import dev.muster.identity.IdentityException;
import dev.muster.identity.ImageUser;
import dev.muster.runtime.images.Image;

/** Images as CRI shows them. */
public final class ImageViews {
  private ImageViews() {}

  public static dev.muster.cri.v1.Image of(Image image) {
    dev.muster.cri.v1.Image.Builder view =
        dev.muster.cri.v1.Image.newBuilder()
            .setId(image.id().text())
            .addAllRepoTags(image.repoTags())
            .addAllRepoDigests(image.repoDigests())
            .setSize(image.size())
            .setSpec(
                ImageSpec.newBuilder()
                    .setImage(image.id().text())
                    .putAnnotations(UserOrigin.IMAGE_USER, image.config().user()))
            .setPinned(image.pinned());
    user(view, image.config().user());
    return view.build();
  }

  /** The user part alone: a number as uid, anything else as a name, nothing where there is none. */
  private static void user(dev.muster.cri.v1.Image.Builder view, String imageUser) {
    try {
      ImageUser user = ImageUser.parse(imageUser);
      Long uid = user.uid();
      if (uid != null) {
        view.setUid(Int64Value.newBuilder().setValue(uid));
      } else {
        view.setUsername(user.user());
      }
    } catch (IdentityException e) {
      // INVARIANT: a container of such an image is refused when it is made, with this reason
      view.setUsername(imageUser);
    }
  }
}
