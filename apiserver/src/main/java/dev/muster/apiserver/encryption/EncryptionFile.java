package dev.muster.apiserver.encryption;

import java.nio.file.Path;

/**
 * @param path as {@code --encryption-provider-config} has it
 * @param automaticReload whether changes of the file take effect while the server runs
 */
public record EncryptionFile(Path path, boolean automaticReload) {}
