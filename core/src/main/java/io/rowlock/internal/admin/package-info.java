/**
 * What enabling and disabling a table share: the rules for its descriptor, the floor, and how a
 * descriptor is changed.
 */
@NullMarked
package io.rowlock.internal.admin;

import org.jspecify.annotations.NullMarked;
