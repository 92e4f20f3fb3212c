import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import type { ShouldRevalidateFunctionArgs } from "@remix-run/react";
import { isRouteErrorResponse, Links, Meta, Outlet, Scripts, ScrollRestoration, useLocation, useMatches, useRouteError } from "@remix-run/react";
import type { ReactNode } from "react";
import { useEffect, useRef } from "react";
import { ErrorPage, errorTitle, noAnswer } from "./components/shared/error-page.tsx";
import { useFrame, useScripts, WithoutScripts } from "./components/shared/frame.tsx";
import { Styles, useDocumentParts } from "./documents/document.tsx";
import type { PageHandle } from "./documents/page-handle.ts";
import { isPageHandle } from "./documents/page-handle.ts";
import { keepsPageData } from "./doors/form-state.ts";
import { frame } from "./doors/page.server.ts";
import { refreshMs } from "./models/picks/pick.ts";
import { autoPath, isReloadOff } from "./paths/paths.ts";
import { siteName, titled } from "./site.ts";
import wholeSheetHref from "./styles/whole.css";

export const loader = (args: LoaderFunctionArgs) => frame(args);

export const meta: MetaFunction = ({ error }) => (error ? titled(errorTitle(statusOf(error))) : [{ title: siteName }]);

/** The frame changes with who is signed in: after a form, never with a filter or the 30 s refresh. */
export function shouldRevalidate({ formMethod, actionResult }: ShouldRevalidateFunctionArgs) {
  return formMethod !== undefined && formMethod !== "GET" && !keepsPageData(actionResult);
}

export function Layout({ children }: { children: ReactNode }) {
  const { nonce } = useDocumentParts();
  const { displayMode: mode } = useFrame();
  const scripts = useScripts();
  const handles = useHandles();
  const { pathname, search } = useLocation();
  const reloads = handles.some((handle) => handle.reloads) && !isReloadOff(search);
  return (
    <html lang="en" data-theme={mode} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="theme-color" content={mode === "dark" ? "#0a0c10" : "#f5f6f8"} />
        {/* Not a header: with scripts the list refreshes by itself, without a reload. */}
        {reloads && <WithoutScripts><meta httpEquiv="refresh" content={`${refreshMs / 1000};url=${autoPath(pathname, search)}`} /></WithoutScripts>}
        <Meta />
        <link rel="icon" href="/favicon.svg" />
        <link rel="manifest" href="/manifest.webmanifest" />
        {/* Columns, tables and what stands at the right move as their parts come. A reader's phone has few of them, and shows what it has. */}
        <link rel="expect" href="#end" blocking="render" media={pathname.startsWith("/admin") ? undefined : "(min-width:48em)"} />
        <Styles kinds={handles.flatMap(({ styles = [] }) => styles)} />
        <Links />
      </head>
      <body>
        {children}
        {scripts && <><noscript><link media="print" rel="stylesheet" href={wholeSheetHref} /></noscript><link rel="stylesheet" href={wholeSheetHref} /><ScrollRestoration nonce={nonce} /><Scripts nonce={nonce} /></>}
      </body>
    </html>
  );
}

export default function Root() {
  useArrivals();
  return <Outlet />;
}

function useArrivals(): void {
  const location = useLocation();
  const shown = useRef(location);
  useEffect(() => {
    const from = shown.current;
    shown.current = location;
    if (from !== location) import("./browser/announce-navigation.ts").then(({ announceNavigation: arrive }) => arrive(from, location), () => null);
  }, [location]);
}

export function ErrorBoundary() {
  const error = useRouteError();
  // The framework's own words are a text, and an answer without a body has null: they have nothing of what ours have.
  return <ErrorPage status={statusOf(error)} refused={Object(isRouteErrorResponse(error) && error.data)} />;
}

// What Chromium, Firefox and Safari say of a request or a bundle that gets no answer. Our own bugs are TypeErrors too, with other words.
const lostNetwork = /fetch|network|load(ing d| f)|importing/i;

function statusOf(error: unknown): number {
  if (isRouteErrorResponse(error)) return error.status;
  return error instanceof TypeError && lostNetwork.test(error.message) ? noAnswer : 500;
}

/** What the routes of this page say of it. */
function useHandles(): PageHandle[] {
  return useMatches().map(({ handle }) => handle).filter(isPageHandle);
}
