/** A page that was made for one person may be looked at by another, in the same browser. */

/**
 * A browser may bring a page back as it was left, without asking the server: after signing out, Back would show it to anybody. It is shown
 * where its reader is still who asks, else loaded anew.
 */
export async function lookWhoReads({ persisted }: PageTransitionEvent): Promise<void> {
  if (!persisted) return;
  document.documentElement.hidden = true;
  if (await isStillTheirs().catch(() => false)) document.documentElement.hidden = false;
  else location.reload();
}

// The page stays hidden so long.
const patienceMs = 6000;
// Several people may be that: readerOf in app/session.server.ts.
const nobody = "nobody";

/** True in the session that the page was made for. By its reader: a name can be taken by somebody else. */
async function isStillTheirs(): Promise<boolean> {
  const answer = await fetch("/?_data=root", { signal: AbortSignal.timeout(patienceMs) });
  const asks = answer.headers.get("X-Reader");
  // Read to its end: an answer that nobody reads keeps its connection.
  await answer.text();
  return asks !== nobody && asks === readerOfPage();
}

/** As the router knows it: a form that was sent since may have been another's. Before React has taken over, as the document says. */
function readerOfPage(): string | undefined {
  const { loaderData }: { loaderData?: { root?: { person: { reader: string } | null } } | null } = window.__remixRouter?.state ?? window.__remixContext.state;
  return loaderData?.root?.person?.reader;
}

/** Whoever signs in beside this page is who it acts for from then on, though it shows another name: says so, and leaves what was typed where it is. */
export function meetOtherTabs(): void {
  const name = nameInBar();
  const tabs = new BroadcastChannel("reader");
  tabs.onmessage = ({ data }: MessageEvent<string>) => {
    document.querySelector(".other")?.remove();
    if (data !== name) showOther(data);
  };
  tabs.postMessage(name);
}

function showOther(name: string): void {
  const line = document.createElement("p");
  line.className = "as-of other";
  line.role = "alert";
  document.body.append(line);
  line.append(`Another tab is signed in as ${name}, and so is this one now. `, Object.assign(document.createElement("a"), { href: "", textContent: "Reload this page" }), " to go on.");
}

function nameInBar(): string {
  return document.querySelector(".user .cut")?.textContent?.trim() ?? "";
}
