/** Against Samba's domain controller, which is Active Directory to its clients. */
@NullMarked
package dev.muster.cli.directory;

import org.jspecify.annotations.NullMarked;
