/** A server on loopback that takes posts, as Discord's, Telegram's and a program's do. The test decides its answers. */
import { once } from "node:events";
import { createServer } from "node:http";

export interface Post {
  path: string;
  headers: Readonly<Record<string, string | undefined>>;
  body: string;
}

/** "cut" = reads the post, then breaks the connection. */
export type Reply = "cut" | { code: number; headers?: Record<string, string>; body?: string };

export interface Receiver {
  url: string;
  posts: Post[];
  stop: () => Promise<void>;
}

/** `answer` undefined = 200. */
export async function startReceiver(
  answer: (post: Post, count: number) => Reply | undefined | Promise<Reply | undefined> = () => undefined,
): Promise<Receiver> {
  const posts: Post[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", async () => {
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join() : value]),
      );
      const post = { path: request.url ?? "", headers, body: Buffer.concat(chunks).toString("utf8") };
      posts.push(post);
      const reply = (await answer(post, posts.length)) ?? { code: 200 };
      if (reply === "cut") return void request.socket.destroy();
      response.writeHead(reply.code, reply.headers).end(reply.body ?? "");
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const stop = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  };
  return { url: `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`, posts, stop };
}
