import type { TimedRedirect } from "../../http/form-state.ts";

/** For a form that leads to another site. Browsers block an HTTP redirect there: the CSP has form-action 'self'. */
export function redirectTo(place: string) {
  return (to: string): TimedRedirect => ({ message: `Taking you to ${place}...`, to, afterMs: 0 });
}

/** Shown until the Refresh header redirects. The link is for browsers that ignore the header. */
export function ExternalRedirect({ redirect }: { redirect: TimedRedirect }) {
  return (
    <p role="status">
      {redirect.message}{" "}
      <a className="a" href={redirect.to}>
        Continue
      </a>
    </p>
  );
}
