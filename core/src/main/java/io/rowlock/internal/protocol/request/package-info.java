/** Requests that carry the writes of several rows or transactions. */
@NullMarked
package io.rowlock.internal.protocol.request;

import org.jspecify.annotations.NullMarked;
