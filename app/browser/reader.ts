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

/** True where the person whose name stands in the bar is the one who is signed in. */
async function isStillTheirs(): Promise<boolean> {
  const answer = await fetch("/?_data=root", { signal: AbortSignal.timeout(patienceMs) });
  const { person }: { person: { name: string } | null } = await answer.json();
  return person !== null && person.name.trim() === nameInBar();
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
