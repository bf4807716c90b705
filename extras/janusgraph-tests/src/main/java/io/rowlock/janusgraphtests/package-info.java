/** JanusGraph on Rowlock: its own tests, and what a killed client leaves behind. */
@NullMarked
package io.rowlock.janusgraphtests;

import org.jspecify.annotations.NullMarked;
