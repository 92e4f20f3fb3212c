/** The product's name, in one constant. The mark is `Logo` in components/shared/logo.tsx. */
export const siteName = "Simline";

/** A page's title in the browser. */
export function titled(title: string): [{ title: string }] {
  return [{ title: `${title} · ${siteName}` }];
}
