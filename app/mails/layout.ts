import { siteName } from "../site.ts";
import { Html, html } from "./html.ts";

export interface MailText {
  subject: string;
  text: string;
  html: string;
}

interface FrameParts {
  subject: string;
  content: Html;
  footer: readonly Html[];
}

// Mail programs often drop style sheets, so the styles are inline; the sheet only sets the dark colours.
const dark = new Html(`
:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){
.bg{background:#0a0c10!important}
.card{background:#12151b!important;border-color:#252b36!important}
.t{color:#f3f5f9!important}
.t2,.t2 a{color:#b8c0ce!important}
}`);

export const styles = {
  text: "margin:0 0 12px;color:#10131a;font-size:16px;line-height:1.5",
  quiet: "margin:0 0 8px;color:#434b5a;font-size:14px;line-height:1.5",
  title: "margin:0 0 16px;color:#10131a;font-size:24px;line-height:1.25",
  card: "margin:0 0 12px;padding:16px;border:1px solid #dfe3e9;border-radius:10px;background:#ffffff",
  button:
    "display:inline-block;margin:0 8px 12px 0;padding:12px 20px;border-radius:6px;background:#ffd43b;color:#171305;font-size:16px;font-weight:600;text-decoration:none",
} as const;

export function mailLayout({ subject, content, footer }: FrameParts): string {
  const paragraphs = footer.map((line) => html`<p class="t2" style="${styles.quiet}">${line}</p>`);
  const { markup } = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${subject}</title>
        <style>
          ${dark}
        </style>
      </head>
      <body class="bg" style="margin:0;padding:0;background:#f5f6f8">
        <table role="presentation" class="bg" width="100%" cellpadding="0" cellspacing="0" style="background:#f5f6f8">
          <tr>
            <td align="center" style="padding:24px 16px">
              <div
                style="max-width:560px;text-align:left;font-family:system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif;overflow-wrap:anywhere"
              >
                <p class="t" style="margin:0 0 20px;color:#10131a;font-size:16px;font-weight:700">${siteName()}</p>
                ${content}
                <div style="margin-top:24px">${paragraphs}</div>
              </div>
            </td>
          </tr>
        </table>
      </body>
    </html> `;
  return markup;
}
