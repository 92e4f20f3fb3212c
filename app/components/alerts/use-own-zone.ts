import { type RefObject, useEffect, useState } from "react";
import type { Option } from "../forms/field.tsx";

/** The zones with the browser's own, which is chosen for somebody who never chose one. */
export function useOwnZone(form: RefObject<HTMLFormElement>, zones: readonly Option[], choose: boolean): Option[] {
  // The server doesn't know it, so it is added after the first rendering.
  const [own, setOwn] = useState<string | null>(null);
  useEffect(() => setOwn(new Intl.DateTimeFormat().resolvedOptions().timeZone), []);
  useEffect(() => {
    const field = form.current?.elements.namedItem("zone");
    if (choose && own !== null && field instanceof HTMLSelectElement) field.value = own;
  }, [form, own, choose]);
  const isListed = own === null || zones.some(({ value }) => value === own);
  return isListed ? [...zones] : [{ value: own, label: `${own} (this device's)` }, ...zones];
}
