/** An authorization mode in a jar of its own: teams rule in their namespaces. */
@NullMarked
package com.example.teams;

import org.jspecify.annotations.NullMarked;
