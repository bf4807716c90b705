/** An input of MapReduce and Spark that reads the rows of a table as transactions do. */
@NullMarked
package io.rowlock.mapreduce;

import org.jspecify.annotations.NullMarked;
