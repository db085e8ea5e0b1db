/**
 * Policies with tests: a file of cases, each a request of somebody and what is expected of it, run
 * against an API server of their own in this process. Cases run one after the other, nothing that
 * they ask for is stored. A wrong file is a {@link dev.muster.cli.cases.WrongFilesException} with
 * all that is wrong in it.
 */
@NullMarked
package dev.muster.cli.cases;

import org.jspecify.annotations.NullMarked;
