package dev.muster.apiserver.plugins;

import java.io.Serial;

/** A plugin that cannot be used, in a sentence that names its file. */
public final class PluginException extends IllegalArgumentException {
  @Serial private static final long serialVersionUID = 1;

  PluginException(String message) {
    super(message);
  }

  PluginException(String message, Throwable cause) {
    super(message, cause);
  }
}
