import type { SerializeFrom } from "@remix-run/node";
import { useRouteLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import type { frame } from "../../http/page.server.ts";

const visitor: SerializeFrom<typeof frame> = {
  person: null,
  displayMode: "system",
  scripts: undefined,
  now: "",
  site: {
    zone: "America/New_York",
    zoneName: "ET",
    communityUrl: "https://discord.com/",
    helpline: "Gambling problem? Call 1-800-GAMBLER.",
    demo: undefined,
    name: undefined,
    logo: undefined,
    hidesRecord: undefined,
    origin: "",
  },
};

/** The root loader's data; a visitor's defaults when that loader failed. */
export function useFrame() {
  return useRouteLoaderData<typeof frame>("root") ?? visitor;
}

/** False when the server sent the page without the program's scripts. In a browser it is always true: this code is running there. */
export function useScripts(): boolean {
  const { scripts } = useFrame();
  return typeof document !== "undefined" || scripts === undefined;
}

/** Content for pages without scripts: switched off in the browser, or not sent. */
export function WithoutScripts({ children }: { children: ReactNode }) {
  return useScripts() ? <noscript>{children}</noscript> : <>{children}</>;
}
