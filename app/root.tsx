import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import {
  type ShouldRevalidateFunctionArgs,
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useMatches,
  useRouteError,
} from "@remix-run/react";
import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { ErrorPage, errorTitle, noAnswer } from "./components/shared/error-page.tsx";
import { WithoutScripts, useScripts, useFrame } from "./components/shared/use-frame.tsx";
import { Sheet, SheetForLater, useDocumentParts } from "./documents/document.tsx";
import { type PageHandle, isPageHandle } from "./documents/page-handle.ts";
import { keepsPageData } from "./http/form-state.ts";
import { frame } from "./http/page.server.ts";
import { refreshMs } from "./time/durations.ts";
import { autoReloadPath, isReloadOff, learnPath } from "./paths/paths.ts";
import { siteName, titled } from "./site.ts";

export const loader = (args: LoaderFunctionArgs) => frame(args);

export const meta: MetaFunction = ({ error }) =>
  error ? titled(errorTitle(statusOf(error))) : [{ title: siteName() }];

/** Reloads the frame only after a form, which may change who is signed in, and with a page that reloads itself. */
export function shouldRevalidate({ formMethod, actionResult, currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) {
  if (formMethod === undefined) return currentUrl.pathname === nextUrl.pathname && currentUrl.search === nextUrl.search;
  return formMethod !== "GET" && !keepsPageData(actionResult);
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
        <meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover" />
        {/* The first one whose media matches counts. */}
        {mode !== "dark" && (
          <meta
            name="theme-color"
            content="#f5f6f8"
            media={mode === "light" ? undefined : "(prefers-color-scheme:light)"}
          />
        )}
        <meta name="theme-color" content="#0a0c10" />
        {/* A tag rather than a Refresh header: with scripts the list refreshes without a reload. */}
        {reloads && (
          <WithoutScripts>
            <meta httpEquiv="refresh" content={`${refreshMs / 1000}; url=${autoReloadPath(pathname, search)}`} />
          </WithoutScripts>
        )}
        <Meta />
        <link rel="icon" href="/favicon.svg" />
        <link rel="manifest" href="/manifest.webmanifest" />
        {/* Wide layouts would shift while the document arrives, so they render when it is complete. Phones render at once. */}
        <link
          rel="expect"
          href="#end"
          blocking="render"
          media={pathname.startsWith("/admin") ? undefined : "(min-width:48em)"}
        />
        <Sheet />
        <Links />
      </head>
      <body onClickCapture={beforeClick}>
        {children}
        <SheetForLater />
        {scripts && <Scripts nonce={nonce} />}
        <ScrollOfLaterPages />
      </body>
    </html>
  );
}

/** A document's scroll is the browser's own business; the framework's inline script for it would be on every page. */
function ScrollOfLaterPages() {
  const [isHydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  return isHydrated && <ScrollRestoration />;
}

/**
 * Runs before a click does anything. The server checks what a button or Enter sends: it shows all errors at once, at
 * their fields and in our words. A dotted label opens its entry in place; with another button or key it opens Learn, as
 * any link does.
 */
function beforeClick(event: MouseEvent): void {
  if (!(event.target instanceof Element)) return;
  const form = event.target.closest("form");
  if (form) form.noValidate = true;
  const term = event.target.closest<HTMLAnchorElement>(`a[href^="${learnPath}#term-"]:not(nav *)`);
  if (!term || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  import("./browser/explain-term.ts")
    .then(({ explainTerm }) => explainTerm(term))
    .catch(() => location.assign(term.href));
}

export default function Root() {
  useNavigationAnnouncements();
  return <Outlet />;
}

function useNavigationAnnouncements(): void {
  const location = useLocation();
  const shown = useRef(location);
  useEffect(() => {
    const from = shown.current;
    shown.current = location;
    if (from !== location)
      import("./browser/announce-navigation.ts").then(
        ({ announceNavigation }) => announceNavigation(from, location),
        () => null,
      );
  }, [location]);
}

export function ErrorBoundary() {
  const error = useRouteError();
  // The framework's own errors have a text or null in place of our object.
  return <ErrorPage status={statusOf(error)} refused={Object(isRouteErrorResponse(error) && error.data)} />;
}

// The messages of Chromium, Firefox and Safari for a failed request or script. Our own bugs are TypeErrors too, with other messages.
const lostNetwork = /fetch|network|load(ing d| f)|importing/i;

function statusOf(error: unknown): number {
  if (isRouteErrorResponse(error)) return error.status;
  return error instanceof TypeError && lostNetwork.test(error.message) ? noAnswer : 500;
}

function useHandles(): PageHandle[] {
  return useMatches()
    .map(({ handle }) => handle)
    .filter(isPageHandle);
}
