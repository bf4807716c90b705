/**
 * {@code bench jmh}: JMH benchmarks, of the client alone on a store in memory and of whole
 * transactions on HBase.
 */
@NullMarked
package io.rowlock.bench.micro.jmh;

import org.jspecify.annotations.NullMarked;
