/** The web app manifest (w3.org/TR/appmanifest): what a phone shows of the site on its home screen. */
export function manifestText(name: string): string {
  return JSON.stringify({
    name,
    short_name: name,
    description: "AI-generated sports-betting picks with a public record of every pick.",
    id: "/",
    start_url: "/dashboard",
    scope: "/",
    display: "standalone",
    lang: "en",
    background_color: "#0a0c10",
    theme_color: "#0a0c10",
    icons: [
      { src: "/favicon.svg", sizes: "any", type: "image/svg+xml" },
      png("192"),
      png("512"),
      { ...png("512"), src: "/icon-maskable-512.png", purpose: "maskable" },
    ],
  });
}

function png(size: string) {
  return { src: `/icon-${size}.png`, sizes: `${size}x${size}`, type: "image/png" };
}
