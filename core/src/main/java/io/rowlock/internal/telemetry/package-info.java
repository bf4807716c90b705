/**
 * Traces, metrics and the log of slow transactions, from what {@code internal.protocol} reports to
 * its observers. The only package that uses OpenTelemetry.
 */
@NullMarked
package io.rowlock.internal.telemetry;

import org.jspecify.annotations.NullMarked;
