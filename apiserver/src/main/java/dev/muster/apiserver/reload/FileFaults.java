package dev.muster.apiserver.reload;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** Why a file cannot be read, as Go words what the operating system says. */
public final class FileFaults {
  private FileFaults() {}

  public static String words(IOException e) {
    return switch (e) {
      case NoSuchFileException none -> "no such file or directory";
      case AccessDeniedException denied -> "permission denied";
      case FileSystemException other when other.getReason() != null -> lower(other.getReason());
      default -> lower(String.valueOf(e.getMessage()));
    };
  }

  private static String lower(String text) {
    return text.isEmpty() ? text : Character.toLowerCase(text.charAt(0)) + text.substring(1);
  }
}
