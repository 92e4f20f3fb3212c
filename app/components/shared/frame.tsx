import "./on-every-page.ts";
import { Form, Link, useNavigation } from "@remix-run/react";
import { type ReactNode, useInsertionEffect } from "react";
import { helplineOf } from "../../helpline.ts";
import { EarlyScript, Sprite } from "../../documents/document.tsx";
import {
  adminPath,
  affiliateRequestPath,
  cardPath,
  dashboardPath,
  home,
  memberHome,
  openPicksPath,
  pricingPath,
  privacyPath,
  profilePath,
  responsibleGamingPath,
  signInPath,
  termsPath,
} from "../../paths/paths.ts";
import { recordPath } from "../../paths/record.ts";
import { siteName } from "../../site.ts";
import { type IconName, Icon } from "./icon.tsx";
import { Logo } from "./logo.tsx";
import { closes, opens, popover, usePopoversHiddenOnNavigation } from "./popover.ts";
import { useFrame, useScripts } from "./use-frame.tsx";

interface FrameProps {
  current?: string;
  dialog?: ReactNode;
  mainClass?: string;
  children: ReactNode;
}

/** A member's pages of every day, in the order of the bar at the bottom of a phone. */
const dailyPages = [
  [dashboardPath, "day"],
  [openPicksPath("pro"), "star"],
  [cardPath, "slip"],
  ["/history", "past"],
] as const;

const publicLinks = [
  { to: home, label: "Home" },
  { to: recordPath, label: "Record" },
  { to: pricingPath, label: "View Pricing" },
  { to: affiliateRequestPath, label: "Become an Affiliate" },
] as const;

const legalLinks = [
  { to: termsPath, label: "Terms" },
  { to: privacyPath, label: "Privacy" },
  { to: responsibleGamingPath, label: "Responsible Gaming" },
] as const;

export function MemberFrame(props: FrameProps) {
  const { person, site } = useFrame();
  const { current } = props;
  const links = person?.links ?? {};
  return (
    <Skeleton
      {...props}
      content={props.children}
      start={memberHome(person)}
      dock={links[dashboardPath] && current !== adminPath && <Dock links={links} current={current} />}
      user={person && <UserMenu name={person.name} initial={person.initial} current={current} />}
      navClass="nav"
    >
      {Object.entries(links).map(([to, label]) => (
        <NavLink key={to} to={to} label={label} current={current} />
      ))}
      <a href={site.communityUrl} rel="noopener">
        Community <Icon name="ext" />
      </a>
      {person && (
        <div className="narrow">
          <hr />
          <ProfileLink current={current} />
          <SignOut />
        </div>
      )}
    </Skeleton>
  );
}

/** Who is signed in keeps the links of their own pages. */
export function PublicFrame(props: FrameProps) {
  const { person, site } = useFrame();
  if (person) return <MemberFrame {...props} />;
  const { current } = props;
  return (
    <Skeleton
      {...props}
      content={props.children}
      start={home}
      footer={
        <p>
          <Link to={signInPath}>Member Login</Link>
        </p>
      }
      navClass="nav pub"
    >
      {publicLinks.map(
        ({ to, label }) =>
          (to !== recordPath || !site.hidesRecord) && <NavLink key={to} to={to} label={label} current={current} />,
      )}
      <a href={site.communityUrl} rel="noopener">
        Join our Discord Community <Icon name="ext" />
      </a>
      <NavLink to={signInPath} label="Login" current={current} className="cta-l" />
    </Skeleton>
  );
}

interface SkeletonProps extends FrameProps {
  start: string;
  navClass: string;
  content: ReactNode;
  dock?: ReactNode;
  user?: ReactNode;
  footer?: ReactNode;
}

function Skeleton({ start, navClass, dock, user, footer, dialog, mainClass, content, children }: SkeletonProps) {
  usePopoversHiddenOnNavigation();
  // Blurs before React removes the page: otherwise browsers lay out the shrinking page to move the focus, and lose the scroll position.
  // A field keeps the focus: blur would fire its change event.
  useInsertionEffect(() => () => document.querySelector<HTMLElement>(":is(a,button):focus")?.blur(), []);
  const scripts = useScripts();
  const inertProps = dialog ? { inert: "" } : {};
  return (
    <>
      <a className="skip" href="#main" {...inertProps}>
        Skip to content
      </a>
      <header className="bar" {...inertProps}>
        <div className="wrap">
          <Logo to={start} />
          {dock}
          <nav className={navClass} id="nav" {...popover} aria-label="Main">
            <DrawerTitle />
            {children}
          </nav>
          {user}
          <button className="burger" type="button" {...opens("nav")} aria-label="Menu">
            <Icon name="menu" />
          </button>
        </div>
      </header>
      {/* Not in the head: browsers paint what precedes a script first, here the bar. */}
      {scripts && <EarlyScript />}
      <main id="main" className={mainClass} {...inertProps}>
        {content}
      </main>
      <footer className="foot" {...inertProps}>
        <FooterText extra={footer} />
      </footer>
      {dialog}
      <Sprite />
      <Loading />
    </>
  );
}

interface NavLinkProps {
  to: string;
  label: string;
  current?: string | undefined;
  icon?: IconName;
  className?: string;
}

function NavLink({ to, label, current, icon, className }: NavLinkProps) {
  return (
    <Link to={to} className={className} aria-current={to === current ? "page" : undefined}>
      {icon && <Icon name={icon} />}
      {label}
      {to === cardPath && <PendingCount />}
    </Link>
  );
}

/** The number of pending picks on the member's card. */
function PendingCount() {
  const count = useFrame().person?.pending ?? 0;
  if (count === 0) return null;
  return (
    <>
      {" "}
      <span className="cnt">
        {count}
        <span className="vh">{count === 1 ? " pick" : " picks"}</span>
      </span>
    </>
  );
}

function Dock({ links, current }: { links: Readonly<Record<string, string>>; current: string | undefined }) {
  const isFull = dailyPages.every(([to]) => links[to]);
  return (
    <nav className={isFull ? "dock" : "dock thirds"} aria-label="Daily pages">
      {dailyPages.map(([to, icon]) => {
        const label = links[to];
        return label && <NavLink key={to} to={to} label={label} icon={icon} current={current} />;
      })}
    </nav>
  );
}

function DrawerTitle() {
  return (
    <p className="sheet-t narrow">
      Menu
      <button className="burger" type="button" {...closes("nav")} aria-label="Close">
        <Icon name="x" />
      </button>
    </p>
  );
}

function UserMenu({ name, initial, current }: { name: string; initial: string; current: string | undefined }) {
  return (
    <>
      <button className="user wide" type="button" {...opens("me")}>
        <span className="avatar" aria-hidden="true">
          {initial}
        </span>
        <span className="cut">{name}</span>
      </button>
      <div className="menu" id="me" {...popover}>
        <ProfileLink current={current} />
        <SignOut />
      </div>
    </>
  );
}

function ProfileLink({ current }: { current: string | undefined }) {
  return <NavLink to={profilePath} label="Profile" current={current} />;
}

// A document post: Clear-Site-Data must reach the browser, and no page may stay in memory.
function SignOut() {
  return (
    <Form method="post" action="/logout" reloadDocument>
      <button>Logout</button>
    </Form>
  );
}

function FooterText({ extra }: { extra: ReactNode }) {
  const { site } = useFrame();
  return (
    <div className="wrap">
      <p>
        <strong>21+ only.</strong>
        <Helpline lead=" " tail=" Picks are for information and entertainment. They don't guarantee results." />
      </p>
      <p className="row">
        {legalLinks.map(({ to, label }) => (
          <Link key={to} to={to}>
            {label}
          </Link>
        ))}
      </p>
      {extra}
      {site.demo && <p>{site.demo}</p>}
      <p>{`© ${new Date().getUTCFullYear()} ${siteName()}`}</p>
    </div>
  );
}

/** `lead` and `tail` stand around its sentence. */
export function Helpline({ lead = "", tail = "" }: { lead?: string; tail?: string }) {
  const { before, number, dialled, after } = helplineOf(useFrame().site.helpline);
  return (
    <>
      {lead + before}
      {number && <a href={`tel:${dialled}`}>{number}</a>}
      {after + tail}
    </>
  );
}

function Loading() {
  const { state, location } = useNavigation();
  const text = location?.pathname.startsWith("/admin") ? "Loading dashboard..." : "Loading...";
  return (
    <p className="loading" role="status">
      {state === "loading" ? text : ""}
    </p>
  );
}
