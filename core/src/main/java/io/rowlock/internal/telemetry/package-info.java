/**
 * Traces, metrics and the log of slow transactions, by what {@code internal.protocol} tells its
 * observers. The only package that works with OpenTelemetry.
 */
@NullMarked
package io.rowlock.internal.telemetry;

import org.jspecify.annotations.NullMarked;
