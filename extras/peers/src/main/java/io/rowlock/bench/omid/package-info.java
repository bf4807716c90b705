/** Apache Omid as a peer of the benchmark's profiles, with its timestamp server. */
@NullMarked
package io.rowlock.bench.omid;

import org.jspecify.annotations.NullMarked;
