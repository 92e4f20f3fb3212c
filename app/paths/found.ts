/** What search engines may show. Pure. */
import {
  adminPath,
  affiliateRequestPath,
  cardPath,
  checkoutPath,
  dashboardPath,
  home,
  openPicksPath,
  pricingPath,
  privacyPath,
  profilePath,
  responsibleGamingPath,
  settingsPath,
  signUpPath,
  termsPath,
} from "./paths.ts";
import { freePickPath } from "./free-pick.ts";
import { howToCheckPath, recordPath } from "./record.ts";
import { howItWorksPath } from "./site-texts.ts";

const always = [
  home,
  howItWorksPath,
  freePickPath,
  pricingPath,
  affiliateRequestPath,
  termsPath,
  privacyPath,
  responsibleGamingPath,
];

/** Members' pages lead to the home page, and links with secrets are for one person. */
const closed = [
  "/api/",
  adminPath,
  checkoutPath,
  signUpPath,
  dashboardPath,
  openPicksPath("pro"),
  cardPath,
  "/history",
  settingsPath,
  profilePath,
  "/partners/",
  "/unsubscribe/",
  "/confirm-email/",
];

/** The sitemap (sitemaps.org) of the site at this origin. */
export function sitemapText(origin: string, hasRecord: boolean): string {
  const paths = hasRecord ? [...always, recordPath, howToCheckPath] : always;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...paths.map((path) => `<url><loc>${origin}${path}</loc></url>`),
    "</urlset>",
    "",
  ].join("\n");
}

export function robotsText(origin: string): string {
  return ["User-agent: *", ...closed.map((path) => `Disallow: ${path}`), "", `Sitemap: ${origin}/sitemap.xml`, ""].join(
    "\n",
  );
}
