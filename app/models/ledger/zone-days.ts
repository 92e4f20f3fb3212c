/** Days in the ledger's zone, each computed once: time zones are slow. Pure. */
import { dateIn, instantIn } from "../calendar-date.ts";

export interface ZoneDays {
  zone: string;
  /** The instant (ISO, UTC) at which a date begins. */
  startOf: (date: string) => string;
  /** The date of an instant. */
  dateOf: (instant: string) => string;
}

export function zoneDays(zone: string): ZoneDays {
  return {
    zone,
    startOf: once((date) => instantIn(zone, date, 0).toISOString()),
    dateOf: once((instant) => dateIn(zone, new Date(instant))),
  };
}

function once(compute: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const value = known.get(text) ?? compute(text);
    known.set(text, value);
    return value;
  };
}
