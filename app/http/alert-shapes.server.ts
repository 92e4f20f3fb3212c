/** The shapes of the API's answers about news and alerts. */
import { z } from "zod";
import { pushTexts, quietLates } from "../models/alerts/kinds.ts";
import { sports } from "../models/bets/sports.ts";

const bothChannels = z.strictObject({ mail: z.boolean(), push: z.boolean() });
export const newsSettings = z.strictObject({
  wants: z.strictObject({
    "new-picks": bothChannels,
    "new-pro-picks": bothChannels,
    "pick-starts": bothChannels,
    "pick-changed": bothChannels,
    "card-results": bothChannels,
    "daily-summary": z.strictObject({ mail: z.boolean() }),
  }),
  sports: z.array(z.enum(sports)).describe("New picks of other sports are not sent."),
  quiet_from: z.string().describe('"22:30" in `zone`; empty, like quiet_until, for no quiet hours.'),
  quiet_until: z.string().describe("News waits until then."),
  quiet_late: z.enum(quietLates).describe("What happens to news whose game starts before the quiet hours end."),
  zone: z.string().describe('A name like "America/New_York"; empty = the site\'s.'),
  push_text: z.enum(pushTexts).describe("What an alert shows: the whole pick, or only the number of new picks."),
});
