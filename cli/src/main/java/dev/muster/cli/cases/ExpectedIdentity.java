package dev.muster.cli.cases;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who a container's process is to be; what is null is not looked at.
 *
 * @param groups all of them, the primary one too, in any order
 * @param refused a part of the sentence with which a node refuses to start it
 */
record ExpectedIdentity(
    @Nullable Long uid,
    @Nullable Long gid,
    @Nullable List<Long> groups,
    @Nullable String refused) {}
