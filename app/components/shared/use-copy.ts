import { useEffect, useState } from "react";

const copiedLink = "Copied link to clipboard!";
const refused = "Your browser did not allow copying. Select the link and copy it yourself.";
const shownMs = 5000;

/** Copies texts and says what became of it (`done` when it worked), for a while. `copy` gives false when the browser refuses; until `ready` nothing would hear the press. */
export function useCopy(done = copiedLink) {
  const [said, setSaid] = useState("");
  const [ready, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  useEffect(() => {
    if (said === "") return;
    const timer = setTimeout(() => setSaid(""), shownMs);
    return () => clearTimeout(timer);
  }, [said]);
  const copy = async (text: string): Promise<boolean> => {
    // Emptied first: the same words again would not be announced.
    setSaid("");
    const allowed = await toClipboard(text);
    setSaid(allowed ? done : refused);
    return allowed;
  };
  return { ready, said, copy };
}

async function toClipboard(text: string): Promise<boolean> {
  try {
    // Not there at all outside https and localhost.
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
