import { describe, expect, test } from "vitest";
import { originText, signInOrigin, unknownOrigin } from "../../../app/models/sign-in/sign-in-origin.ts";

describe("the browser of a sign-in", () => {
  test.each([
    [
      "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36",
      "Chrome on Android",
    ],
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1",
      "Safari on iPhone",
    ],
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/141.0 Mobile/15E148 Safari/604.1",
      "Chrome on iPhone",
    ],
    [
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0",
      "Edge on Windows",
    ],
    [
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15",
      "Safari on Mac",
    ],
    ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"],
    ["curl/8.5.0", "A program"],
    ["my-script (Linux)", "A program on Linux"],
    ["<script>alert(1)</script>", "A program"],
    ["", null],
    [null, null],
  ])("for %j is %j", (userAgent, browser) => expect(signInOrigin(userAgent, null).browser).toBe(browser));
});

describe("the network of a sign-in", () => {
  test.each([
    ["203.0.113.77", "203.0.113.x"],
    ["203.0.113.77:4711", "203.0.113.x"],
    ["::ffff:203.0.113.77", "203.0.113.x"],
    ["2001:db8:12:34:56:78:9a:bc", "2001:db8:12:…"],
    ["::1", "0:0:0:…"],
    ["unknown", null],
    ["", null],
    [null, null],
  ])("for %j is %j", (address, network) => expect(signInOrigin(null, address).network).toBe(network));
});

test("the text of a sign-in origin has browser and network, or unknown", () => {
  expect(
    [
      { browser: "Chrome on Android", network: "203.0.113.x" },
      { browser: null, network: "203.0.113.x" },
      { browser: "Chrome", network: null },
      unknownOrigin,
    ].map(originText),
  ).toEqual(["Chrome on Android, 203.0.113.x", "Unknown device, 203.0.113.x", "Chrome", "Unknown device"]);
});
