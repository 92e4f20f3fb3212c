import { useEffect, useState } from "react";

const copiedLink = "Copied link to clipboard!";
const refused = "Your browser did not allow copying. Select the link and copy it yourself.";
const shownMs = 5000;

/** `message` is the outcome, for five seconds. `copy` resolves to false when the browser refuses. Not `ready` before hydration. */
export function useCopy(done = copiedLink) {
  const [message, setMessage] = useState("");
  const [ready, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  useEffect(() => {
    if (message === "") return;
    const timer = setTimeout(() => setMessage(""), shownMs);
    return () => clearTimeout(timer);
  }, [message]);
  const copy = async (text: string): Promise<boolean> => {
    // Emptied first: screen readers don't announce the same text again.
    setMessage("");
    const allowed = await toClipboard(text);
    setMessage(allowed ? done : refused);
    return allowed;
  };
  return { ready, message, copy };
}

async function toClipboard(text: string): Promise<boolean> {
  try {
    // navigator.clipboard exists only on https and localhost.
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
