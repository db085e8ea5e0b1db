/**
 * Active Directory, asked over LDAP: what a credential spec says about an account and its domain.
 * Reads only. A directory that cannot be asked, or does not know the account, is an exception that
 * says so.
 */
@NullMarked
package dev.muster.cli.directory;

import org.jspecify.annotations.NullMarked;
