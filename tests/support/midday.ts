/** A zone where it is about noon: a day that a test speaks of does not end there before the server has answered. */
const hoursToNoon = 12 - new Date().getUTCHours();
// East of Greenwich the names of these zones have a minus.
export const middayZone = hoursToNoon === 0 ? "Etc/GMT" : `Etc/GMT${hoursToNoon > 0 ? "-" : "+"}${Math.abs(hoursToNoon)}`;
