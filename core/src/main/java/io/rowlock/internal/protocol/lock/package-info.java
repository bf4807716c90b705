/**
 * The lock cell: its states and their encoding, the intents in it, the conditional writes that
 * change it, and the failures that the protocol reports. This package imports no other one of the
 * protocol.
 */
@NullMarked
package io.rowlock.internal.protocol.lock;

import org.jspecify.annotations.NullMarked;
