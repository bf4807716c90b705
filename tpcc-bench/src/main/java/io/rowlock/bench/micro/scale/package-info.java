/**
 * {@code bench scale}: what a transaction costs while rows, regions and commits so far grow, and
 * while every request takes longer.
 *
 * <p>{@link io.rowlock.bench.micro.scale.ScaleCommand} holds the options. Each {@code Part} makes
 * cases and judges them; {@code Lab} measures the cases side by side, through a {@code Wire} that
 * can be slowed down.
 */
@NullMarked
package io.rowlock.bench.micro.scale;

import org.jspecify.annotations.NullMarked;
