/**
 * The lock cell: its states and their encoding, the intents that it carries, the conditional writes
 * that change it, and the failures that the protocol reports. Imports no other room.
 */
@NullMarked
package io.rowlock.internal.protocol.lock;

import org.jspecify.annotations.NullMarked;
