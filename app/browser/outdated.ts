/**
 * A page that is open while a new version takes the place of its own names scripts that are gone. Where the router needs one, the framework loads
 * the page anew that it is leaving: a link would lead nowhere, and a form for another page would be neither sent nor kept. Instead the browser goes
 * there itself, as it would without scripts. Browsers without the Navigation API keep the framework's way.
 */

// Not in the compiler's library yet.
interface NavigateEvent extends Event {
  navigationType: "push" | "reload" | "replace" | "traverse";
  /** True of the browser's own button. */
  userInitiated: boolean;
}

declare global {
  interface WindowEventMap {
    navigate: NavigateEvent;
  }
  var navigation: { addEventListener: (type: "navigate", listener: (event: NavigateEvent) => void) => void } | undefined;
}

/** Instead of the framework's reload, while the router is on its way. */
export function goOn(event: NavigateEvent): void {
  if (event.navigationType !== "reload" || event.userInitiated || !event.cancelable) return;
  const { state, location: to, formMethod, formAction, formData } = window.__remixRouter?.state.navigation ?? {};
  if (!to) return;
  event.preventDefault();
  // A navigation can't begin another.
  setTimeout(() => (state === "submitting" && formMethod === "POST" && formData ? send(formAction + to.hash, formData) : location.assign(to.pathname + to.search + to.hash)));
}

/** The router sends a form once it has the scripts of its page, as each that another page's form leads to has a client action. Later it loads what the form led to. */
function send(action: string, data: FormData): void {
  const form = Object.assign(document.createElement("form"), { method: "post", action });
  for (const [name, value] of data) if (typeof value === "string") form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  document.body.append(form);
  HTMLFormElement.prototype.submit.call(form);
}
