package dev.muster.runtime.linux;

import java.nio.file.Path;

/** One line of the kernel's list of mounts. */
public record MountPoint(Path path, String type, String source, String options) {}
