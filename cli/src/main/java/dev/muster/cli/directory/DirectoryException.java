package dev.muster.cli.directory;

/** The directory did not give what was asked for, with a sentence for the user. */
public final class DirectoryException extends Exception {
  private static final long serialVersionUID = 1;

  DirectoryException(String message) {
    super(message);
  }
}
