import { useRevalidator } from "@remix-run/react";
import { useEffect, useState } from "react";
import type { OwnDevices } from "../../models/alerts/push-device.server.ts";
import type { FoundDevice } from "./this-device.ts";

/** Loaded after the page: only Settings need it. */
const load = () => import("./this-device.ts").catch(() => null);

/** What this browser can do about alerts, and its switch. `mark` = its own in the list of devices. */
export function useThisDevice({ public_key, devices }: OwnDevices) {
  const [found, setFound] = useState<FoundDevice | { state: "looking" | "not-loaded"; mark: null }>(looking);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { revalidate } = useRevalidator();
  const marks = devices.map(({ mark }) => mark).join(" ");
  useEffect(() => {
    let isShown = true;
    void load()
      .then((device) => device?.findDevice(marks.split(" ")))
      .then((next) => isShown && setFound(next ?? { state: "not-loaded", mark: null }));
    return () => {
      isShown = false;
    };
  }, [marks]);
  const own = devices.find(({ mark }) => mark === found.mark);
  const toggle = async () => {
    if (busy) return;
    setBusy(true);
    const device = await load();
    const failed =
      device === null ? "not-loaded" : own ? await device.turnOff(own.id) : await device.turnOn(public_key);
    setProblem(failed === "not-loaded" ? "The server didn't respond. Please try again." : failed);
    // The list comes anew; what the browser allows may have changed too.
    if (device !== null) setFound(await device.findDevice(marks.split(" ")));
    revalidate();
    setBusy(false);
  };
  return { ...found, busy, problem, toggle: () => void toggle() };
}

const looking = { state: "looking", mark: null } as const;
