import type { TimedRedirect } from "../../doors/form-state.ts";

/** What a form answers that leads to a page of somebody else's. A redirect would be stopped by the browser: form-action is 'self'. */
export function redirectTo(place: string) {
  return (to: string): TimedRedirect => ({ message: `Taking you to ${place}...`, to, afterMs: 0 });
}

/** Said while the answer's Refresh header leads on; the link is for whoever turned that off. */
export function ExternalRedirect({ moving }: { moving: TimedRedirect }) {
  return <p role="status">{moving.message} <a className="a" href={moving.to}>Continue</a></p>;
}
