/** Counts of the last hour in a bounded memory, in slots of five minutes. Pure: the time is passed in. */
import { minuteMs } from "../../time/durations.ts";

const slotMs = 5 * minuteMs;
const slots = 12;
/** More keys than the program has routes: what comes later is counted together. */
const mostKeys = 200;
const others = "Others";

interface Ring {
  /** Which five minutes since 1970 each slot counts. */
  periods: Uint32Array;
  cells: Uint32Array;
}

export interface LastHour {
  /** The cells of the current slot, to count in. */
  cellsOf: (key: string, now: number) => Uint32Array;
  /** The cells of each slot of the last hour, by key. */
  read: (now: number) => [key: string, cells: Uint32Array[]][];
}

/** `width` = the cells of a key and slot. */
export function lastHourOf(width: number): LastHour {
  const rings = new Map<string, Ring>();
  const ringOf = (key: string): Ring => {
    const known = rings.get(key);
    if (known !== undefined) return known;
    if (rings.size >= mostKeys && key !== others) return ringOf(others);
    const ring = { periods: new Uint32Array(slots), cells: new Uint32Array(slots * width) };
    rings.set(key, ring);
    return ring;
  };
  return {
    cellsOf(key, now) {
      const { periods, cells } = ringOf(key);
      const period = Math.floor(now / slotMs);
      const slot = period % slots;
      const own = cells.subarray(slot * width, (slot + 1) * width);
      if (periods[slot] !== period) own.fill(0);
      periods[slot] = period;
      return own;
    },
    read(now) {
      const newest = Math.floor(now / slotMs);
      return [...rings].map(([key, { periods, cells }]) => [
        key,
        Array.from(periods).flatMap((period, slot) =>
          period > newest - slots && period <= newest ? [cells.slice(slot * width, (slot + 1) * width)] : [],
        ),
      ]);
    },
  };
}
