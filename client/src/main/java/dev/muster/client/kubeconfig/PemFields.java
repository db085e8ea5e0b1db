package dev.muster.client.kubeconfig;

import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Optional;

/** Certificates and keys of a kubeconfig: in the file itself, or in files beside it. */
final class PemFields {
  private final Path kubeconfig;

  PemFields(Path kubeconfig) {
    this.kubeconfig = kubeconfig;
  }

  /** PEM text and where it is from. Never prints the text: it may be a key. */
  record Text(String pem, Path from) {
    @Override
    public String toString() {
      return "Text[from=" + from + "]";
    }
  }

  /** The text of {@code field-data}, which wins, or of the file that {@code field} names. */
  Optional<Text> read(Section section, String field) {
    String data = section.text(field + "-data");
    String file = section.text(field);
    if (!data.isEmpty()) {
      try {
        byte[] decoded = Base64.getMimeDecoder().decode(data);
        return Optional.of(new Text(new String(decoded, StandardCharsets.ISO_8859_1), kubeconfig));
      } catch (IllegalArgumentException e) {
        section.problem(field + "-data", "is not base64");
        return Optional.empty();
      }
    }
    if (file.isEmpty()) {
      return Optional.empty();
    }
    try {
      Path path = kubeconfig.resolveSibling(file);
      return Optional.of(
          new Text(new String(BoundedFile.read(path), StandardCharsets.ISO_8859_1), path));
    } catch (BoundedFile.Unreadable e) {
      section.problem(field, String.valueOf(e.getMessage()));
    } catch (InvalidPathException e) {
      section.problem(field, "is not a file name");
    }
    return Optional.empty();
  }
}
