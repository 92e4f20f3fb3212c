import { useEffect, useState } from "react";
import { formatStart } from "../../time/start-text.ts";
import { siteName } from "../../site.ts";
import { useFrame } from "./use-frame.tsx";

/** Shows on paper alone the brand and the time of printing; without scripts the time when the page was loaded. */
export function Printed() {
  const loadedAt = useFrame().now;
  const [time, setTime] = useState(loadedAt);
  useEffect(() => {
    const update = () => setTime(formatStart(new Date().toISOString()));
    window.addEventListener("beforeprint", update);
    return () => window.removeEventListener("beforeprint", update);
  }, []);
  return (
    <p className="printed" hidden>
      {`${siteName()} · printed ${time}`}
    </p>
  );
}
