package dev.muster.cli.cases;

import org.jspecify.annotations.Nullable;

/**
 * What an image has to say about its processes, in the words of the case file.
 *
 * @param user its USER
 * @param passwd its /etc/passwd, null for none
 * @param group its /etc/group, null for none
 */
record CaseImage(String user, @Nullable String passwd, @Nullable String group) {}
