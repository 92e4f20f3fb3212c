/** The links that a person sees. They come with the page's data, so that no script brings those of others. */
import {
  adminPath,
  affiliatesManagerPath,
  cardPath,
  dashboardPath,
  learnPath,
  managerPath,
  openPicksPath,
  overviewPath,
  settingsPath,
  usersManagerPath,
} from "../paths/paths.ts";
import { auditPath } from "../paths/audit.ts";
import { gradingPath } from "../paths/grading.ts";
import { channelsPath } from "../paths/channels.ts";
import { keysPath } from "../paths/keys.ts";
import { learnManagerPath } from "../paths/learn.ts";
import { sidebarManagerPath } from "../paths/sidebar.ts";
import { announcementsPath } from "../paths/announcements.ts";
import { deliveriesPath } from "../paths/deliveries.ts";
import { recordAbility } from "../models/record/public-record.server.ts";
import { recordPath } from "../paths/record.ts";
import { type Ability, type Someone, can } from "../policy.ts";
import { siteTextsPath } from "../paths/site-texts.ts";
import { statusPath } from "../paths/status.ts";

/** Labels by address, in their order: as short as data can be. */
type Links = Readonly<Record<string, string>>;

interface OwnedLink {
  to: string;
  label: string;
  ability: Ability;
}

const memberLinks: readonly OwnedLink[] = [
  { to: dashboardPath, label: "Today's Picks", ability: "picks.read" },
  { to: "/history", label: "Pick History", ability: "picks.read" },
  { to: openPicksPath("pro"), label: "Pro Picks", ability: "propicks.read" },
  { to: "/propicks-history", label: "Pro Pick History", ability: "propicks.read" },
  { to: cardPath, label: "My Card", ability: "card.read" },
  { to: recordPath, label: "Record", ability: recordAbility },
  { to: learnPath, label: "Learn", ability: "learn.read" },
  { to: settingsPath, label: "Settings", ability: "own.read" },
  { to: adminPath, label: "Admin", ability: "admin.enter" },
];

const staffTabs: readonly OwnedLink[] = [
  { to: overviewPath, label: "Overview", ability: "overview.read" },
  { to: managerPath("regular"), label: "Picks Manager", ability: "picks.manage" },
  { to: managerPath("pro"), label: "Pro Picks Manager", ability: "propicks.manage" },
  { to: gradingPath, label: "Grade", ability: "results.manage" },
  { to: learnManagerPath, label: "Glossary & Tips", ability: "learn.manage" },
  { to: sidebarManagerPath, label: "Sidebar Manager", ability: "sidebar.manage" },
  { to: siteTextsPath, label: "Site", ability: "texts.manage" },
  { to: affiliatesManagerPath, label: "Affiliate Manager", ability: "affiliates.manage" },
  { to: usersManagerPath, label: "User Manager", ability: "users.manage" },
  { to: keysPath, label: "Keys", ability: "keys.manage" },
  { to: channelsPath, label: "Channels", ability: "channels.manage" },
  { to: announcementsPath, label: "Announcements", ability: "announcements.manage" },
  { to: deliveriesPath, label: "Deliveries", ability: "deliveries.read" },
  { to: statusPath, label: "Status", ability: "server.watch" },
  { to: auditPath, label: "Audit", ability: "audit.read" },
];

/** `tabs` are the staff's; undefined for members. */
export function navigationOf(person: Someone): { links: Links; tabs: Links | undefined } {
  const own = (all: readonly OwnedLink[]): Links =>
    Object.fromEntries(all.filter(({ ability }) => can(person, ability)).map(({ to, label }) => [to, label]));
  return { links: own(memberLinks), tabs: can(person, "admin.enter") ? own(staffTabs) : undefined };
}
