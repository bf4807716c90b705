/**
 * What administrators do to locks: list and examine them, settle them, discard those that no client
 * can settle, and vacuum those that protect nothing any more.
 */
@NullMarked
package io.rowlock.operations.maintenance;

import org.jspecify.annotations.NullMarked;
