import { useEffect, useState } from "react";
import { formatInstant } from "../../format.ts";
import { useFrame } from "./frame.tsx";

/** The server renders the site's time zone; a script changes it to the reader's. */
export function Instant({ iso }: { iso: string }) {
  const { site } = useFrame();
  const [text, setText] = useState(() => formatInstant(iso, site.zone));
  useEffect(() => setText(formatInstant(iso)), [iso]);
  // Browsers and Node may name a zone differently.
  return (
    <time dateTime={iso} suppressHydrationWarning>
      {text}
    </time>
  );
}
