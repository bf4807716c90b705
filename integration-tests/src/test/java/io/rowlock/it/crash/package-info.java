/**
 * Clients and region servers that are processes of their own, are killed and stopped at any moment,
 * and the check of what they leave behind: what {@code scripts/crash-test} runs.
 */
@NullMarked
package io.rowlock.it.crash;

import org.jspecify.annotations.NullMarked;
