/** A time zone where it is about noon, so that no day changes during a test. */
const hoursToNoon = 12 - new Date().getUTCHours();
// The signs of these names are reversed: Etc/GMT-5 is east of Greenwich.
export const middayZone =
  hoursToNoon === 0 ? "Etc/GMT" : `Etc/GMT${hoursToNoon > 0 ? "-" : "+"}${Math.abs(hoursToNoon)}`;
