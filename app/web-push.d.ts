/** The part of web-push that we use. */
declare module "web-push" {
  interface Subscription {
    endpoint: string;
    keys: { p256dh: string; auth: string };
  }
  interface Options {
    /** Null: the header is among `headers`. */
    vapidDetails: null;
    headers: Readonly<Record<string, string>>;
    /** In seconds. */
    TTL: number;
    urgency: "very-low" | "low" | "normal" | "high";
    /** At most 32 characters of base64url. */
    topic: string;
  }

  const webPush: {
    generateRequestDetails(
      subscription: Subscription,
      payload: string,
      options: Options,
    ): { headers: Record<string, string | number>; body: Buffer };
    /** The `Authorization` header of RFC 8292, valid for 12 hours. */
    getVapidHeaders(
      audience: string,
      subject: string,
      publicKey: string,
      privateKey: string,
      contentEncoding: "aes128gcm",
    ): { Authorization: string };
  };
  export default webPush;
}
