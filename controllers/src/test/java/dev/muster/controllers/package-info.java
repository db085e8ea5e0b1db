@NullMarked
package dev.muster.controllers;

import org.jspecify.annotations.NullMarked;
