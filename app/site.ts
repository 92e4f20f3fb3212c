/** The product's name. The mark is `Logo` in components/shared/logo.tsx. */
export const siteName = "Simline";

export function titled(title: string): [{ title: string }] {
  return [{ title: `${title} · ${siteName}` }];
}
