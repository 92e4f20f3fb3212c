import { useEffect, useState } from "react";
import { formatInstant } from "../../time/instant-text.ts";
import { useFrame } from "./use-frame.tsx";

interface InstantProps {
  iso: string;
  /** Shown in the reader's zone unless a zone is given. */
  format?: (iso: string, zone?: string) => string;
}

/** The server renders the site's time zone; a script changes it to the reader's. */
export function Instant({ iso, format = formatInstant }: InstantProps) {
  const { site } = useFrame();
  const [text, setText] = useState(() => format(iso, site.zone));
  useEffect(() => setText(format(iso)), [iso, format]);
  // Browsers and Node may name a zone differently.
  return (
    <time dateTime={iso} suppressHydrationWarning>
      {text}
    </time>
  );
}

/** "times in ET": the reader's zone, without scripts the site's. `days`: and whose days the list has, if others. */
export function ZoneNote({ days = false }: { days?: boolean }) {
  const { site } = useFrame();
  const [zone, setZone] = useState(site.zoneName);
  useEffect(() => setZone(ownZoneName()), []);
  return <>{`times in ${zone}${!days || zone === site.zoneName ? "" : `, days in ${site.zoneName}`}`}</>;
}

/** "ET" in New York, "GMT" in London, whose general name is "United Kingdom". */
function ownZoneName(): string {
  const [name = "", short = ""] = (["shortGeneric", "short"] as const).map((timeZoneName) =>
    new Date().toLocaleDateString("en-US", { timeZoneName }).replace(/^\S+ /, ""),
  );
  return name.length > 5 ? short : name;
}
