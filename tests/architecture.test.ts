import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import lock from "../package-lock.json" with { type: "json" };
import manifest from "../package.json" with { type: "json" };
import remixConfig from "../remix.config.js";

/** The code's rules that files can be checked for. An exception names its file and the reason here. */
const root = join(import.meta.dirname, "..");
const notOurs = new Set(["node_modules", "build", "data", ".cache", ".git"]);

function filesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (notOurs.has(entry.name)) return [];
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    return entry.isDirectory() ? filesIn(path) : [path];
  });
}

interface Source {
  path: string;
  text: string;
  lines: number;
  nodes: ts.Node[];
  imports: { from: string; names: string[]; typesOnly: boolean }[];
}

function read(path: string): Source {
  const text = readFileSync(join(root, path), "utf8");
  const file = ts.createSourceFile(
    path,
    text,
    ts.ScriptTarget.Latest,
    true,
    path.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );
  const nodes: ts.Node[] = [];
  const visit = (node: ts.Node) => {
    nodes.push(node);
    node.forEachChild(visit);
  };
  visit(file);
  return { path, text, lines: text.trimEnd().split("\n").length, nodes, imports: nodes.flatMap(importOf) };
}

function importOf(node: ts.Node): Source["imports"] {
  if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
    const bindings = node.importClause?.namedBindings;
    const names = bindings && ts.isNamedImports(bindings) ? bindings.elements.map((element) => element.name.text) : [];
    return [
      {
        from: node.moduleSpecifier.text,
        names,
        typesOnly: node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword,
      },
    ];
  }
  if (ts.isExportDeclaration(node) && node.moduleSpecifier && ts.isStringLiteral(node.moduleSpecifier)) {
    return [{ from: node.moduleSpecifier.text, names: [], typesOnly: node.isTypeOnly }];
  }
  if (!ts.isCallExpression(node) || node.expression.kind !== ts.SyntaxKind.ImportKeyword) return [];
  const [from] = node.arguments;
  return from && ts.isStringLiteral(from) ? [{ from: from.text, names: [], typesOnly: false }] : [];
}

const everyFile = filesIn("");
const sources = everyFile.filter((path) => /^(app|db|tests|tools)\/.*\.tsx?$/.test(path)).map(read);
const app = sources.filter(({ path }) => path.startsWith("app/"));
const models = app.filter(({ path }) => path.startsWith("app/models/"));
const routes = app.filter(({ path }) => path.startsWith("app/routes/"));
const components = app.filter(({ path }) => path.startsWith("app/components/"));
const own = "tests/architecture.test.ts";

/** The violations of a rule, as "path: problem". */
function broken(files: Source[], problemsOf: (file: Source) => string[]): string[] {
  return files.flatMap((file) => problemsOf(file).map((problem) => `${file.path}: ${problem}`));
}

const except = (files: Source[], ...paths: string[]) => files.filter(({ path }) => !paths.includes(path));
const matches = (file: Source, pattern: RegExp) => file.text.match(pattern) ?? [];
const importsFrom = (file: Source, pattern: RegExp) =>
  file.imports.map(({ from }) => from).filter((from) => pattern.test(from));

/** The imports within the app, by path. */
const importsOf = new Map(
  app.map((file) => [
    file.path,
    file.imports.flatMap(({ from }) => (from.startsWith(".") ? [normalize(join(dirname(file.path), from))] : [])),
  ]),
);

/** The files in an import cycle. */
function circles(): string[] {
  const reachedFrom = (start: string): Set<string> => {
    const reached = new Set<string>();
    const queue = [...(importsOf.get(start) ?? [])];
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      if (reached.has(next)) continue;
      reached.add(next);
      queue.push(...(importsOf.get(next) ?? []));
    }
    return reached;
  };
  return [...importsOf.keys()].filter((path) => reachedFrom(path).has(path));
}

/** The folders as CONTRIBUTING.md draws them, row by row from the top; without app/. */
const rows = (/```text\n([^`]*)```/.exec(readFileSync(join(root, "CONTRIBUTING.md"), "utf8"))?.[1] ?? "")
  .trim()
  .split("\n")
  .map((row) => row.split(/ +/));

const rowOf = (path: string) => rows.findIndex((folders) => folders.includes(dirname(path).slice("app/".length)));

const isInFolder = (path: string) => path.startsWith("app/") && dirname(path) !== "app";

function wrongDirections(): string[] {
  return [...importsOf]
    .filter(([path]) => isInFolder(path))
    .flatMap(([path, imports]) =>
      imports
        .filter((other) => isInFolder(other) && dirname(other) !== dirname(path) && rowOf(other) <= rowOf(path))
        .map((other) => `${path} imports ${other}`),
    );
}

it("finds the code", () =>
  expect([app.length > 60, models.length > 15, routes.length > 20, components.length > 20]).toEqual([
    true,
    true,
    true,
    true,
  ]));

describe("one place for each thing", () => {
  it("only env.server.ts reads the environment", () => {
    expect(
      broken(except(app, "app/env.server.ts"), (file) => matches(file, /process\.env|import\.meta\.env/g)),
    ).toEqual([]);
  });

  it("only policy.ts names roles", () => {
    // "user" is also a subject of audit rows.
    expect(
      broken(except(app, "app/policy.ts"), (file) =>
        matches(file, /["'`](propicksmanager|superadmin|admin)["'`]|\brole\b[^,;\n]{0,12}["'`]user["'`]/g),
      ),
    ).toEqual([]);
  });

  it("only db.server.ts imports db/", () => {
    // guard.ts is not in the app's bundle: it migrates before the server starts.
    expect(
      broken(except(app, "app/db.server.ts", "app/server/guard.ts"), (file) => importsFrom(file, /(^|\/)\.\.\/db\//)),
    ).toEqual([]);
  });

  it("models write only inside write() or writeAs(), which refuse with a message when the database is locked or full", () => {
    expect(broken(models, (file) => matches(file, /\bdb\s*\.(insertInto|updateTable|deleteFrom)\b/g))).toEqual([]);
  });

  it("only answers.server.ts sets status codes", () => {
    expect(
      broken(except(app, "app/http/answers.server.ts"), (file) =>
        matches(file, /\bstatus(Code)?\b\W{0,12}\b[2-5]\d\d\b|\.status\(|\bwriteHead\(\d/gi),
      ),
    ).toEqual([]);
  });

  it("only throttle.server.ts limits by address, because it also counts the wider IPv6 networks", () => {
    expect(
      broken(except(models, "app/models/throttle.server.ts"), (file) =>
        matches(file, /key: `[^`]*\$\{[^}`]*address\}/g),
      ),
    ).toEqual([]);
  });

  it("only .server files of models define operations", () => {
    expect(
      broken(
        models.filter(({ path }) => !path.includes(".server.")),
        (file) =>
          importsFrom(file, /operation\.server/).filter(() => !file.imports.every(({ typesOnly }) => typesOnly)),
      ),
    ).toEqual([]);
  });
});

describe("the direction of imports", () => {
  it("models import no Remix, React, requests or URLs", () => {
    expect(
      broken(models, (file) =>
        importsFrom(
          file,
          /^(react|@remix-run|remix-)|\/(routes|components|http|documents|server|session|paths)\/|\.\.\/(auth|entry|root)\./,
        ),
      ),
    ).toEqual([]);
  });

  it("http imports no documents: documents import the frame from http", () => {
    expect(
      broken(
        app.filter(({ path }) => path.startsWith("app/http/")),
        (file) => importsFrom(file, /\/documents\//),
      ),
    ).toEqual([]);
  });

  it("code that may reach the browser imports only types from .server files", () => {
    // The compiler splits routes and the root; guard.ts runs only on the server.
    const mixed = ({ path }: Source) =>
      path.includes(".server.") ||
      path.startsWith("app/routes/") ||
      ["app/root.tsx", "app/server/guard.ts"].includes(path);
    const values = (file: Source) =>
      file.imports.filter(({ from, typesOnly }) => from.includes(".server") && !typesOnly).map(({ from }) => from);
    expect(
      broken(
        app.filter((file) => !mixed(file)),
        values,
      ),
    ).toEqual([]);
  });

  it("pure models import no zod, which components would bring into the browser", () => {
    expect(
      broken(
        models.filter(({ path }) => !path.includes(".server.") && path !== "app/models/fields.ts"),
        (file) => importsFrom(file, /^zod/),
      ),
    ).toEqual([]);
    expect(broken(components, (file) => importsFrom(file, /^zod|models\/fields/))).toEqual([]);
  });

  it("there are no import cycles, not even of types", () => expect(circles()).toEqual([]));

  it("folders import only from the rows below theirs, as CONTRIBUTING.md draws them", () => {
    expect([...importsOf.keys()].filter((path) => isInFolder(path) && rowOf(path) === -1)).toEqual([]);
    expect(wrongDirections()).toEqual([]);
  });

  it("files beside the folders import no folder but time, except for those that start the app", () => {
    // content.ts names icons, so that a wrong name doesn't compile.
    const starts = ["app/root.tsx", "app/entry.client.tsx", "app/entry.server.tsx", "app/content.ts"];
    const beside = [...importsOf].filter(([path]) => !isInFolder(path) && !starts.includes(path));
    const imported = beside.flatMap(([, imports]) => imports).filter(isInFolder);
    expect(imported.filter((path) => !path.startsWith("app/time/"))).toEqual([]);
  });

  it("every file is imported, except for those that the framework and Node start", () => {
    const imported = new Set(
      sources
        .filter(({ path }) => !path.startsWith("tests/"))
        .flatMap(({ path, imports }) => imports.map(({ from }) => normalize(join(dirname(path), from)))),
    );
    const started = /^app\/(?:routes\/|root\.tsx|entry\.|server\/guard\.ts|.*\.d\.ts$)/;
    expect([...importsOf.keys()].filter((path) => !started.test(path) && !imported.has(path))).toEqual([]);
  });

  it("nothing imports a route", () => expect(broken(sources, (file) => importsFrom(file, /\/routes\//))).toEqual([]));

  it("the app imports no tests", () =>
    expect(
      broken(
        sources.filter(({ path }) => !path.startsWith("tests/")),
        (file) => importsFrom(file, /tests\//),
      ),
    ).toEqual([]));
});

describe("the seam to the database", () => {
  it.each([
    ["db/sqlite/", /^better-sqlite3$/],
    ["db/postgres/", /^pg$/],
  ])("only %s imports its driver", (folder, driver) => {
    const others = sources.filter(({ path }) => /^(app|db|tools)\//.test(path) && !path.startsWith(folder));
    expect(broken(others, (file) => importsFrom(file, driver))).toEqual([]);
  });

  it("the app knows no engine, and an engine nothing of the app", () => {
    expect(broken(app, (file) => importsFrom(file, /\/(sqlite|postgres)\//))).toEqual([]);
    const engines = sources.filter(({ path }) => /^db\/(sqlite|postgres)\//.test(path));
    expect(broken(engines, (file) => importsFrom(file, /\/app\//))).toEqual([]);
    const atStart = ["app/db.server.ts", "app/server/guard.ts"];
    expect(broken(except(app, ...atStart), (file) => importsFrom(file, /\/db\/(?!schema\.ts|demo\/)/))).toEqual([]);
  });

  it("the app has no raw SQL: expressions without a Kysely builder are the engine's", () => {
    expect(
      broken(app, (file) =>
        matches(
          file,
          /\bsql(<[^`\n]*>)?`|\bsql\.raw\b|\bpragma\b|\bbegin immediate\b|\bsqlite_|\bjson_(each|extract)\b/gi,
        ),
      ),
    ).toEqual([]);
  });
});

/** The callback of a write transaction, with a parameter `trx`. A database may roll it back and run it again. */
describe("the callback of a write", () => {
  type Work = ts.FunctionLikeDeclaration;
  const isWork = (node: ts.Node): node is Work =>
    ts.isFunctionLike(node) && "body" in node && node.parameters.some(({ name }) => name.getText() === "trx");
  const works = [...app, ...sources.filter(({ path }) => path.startsWith("db/demo"))].flatMap((file) =>
    file.nodes.filter(isWork).map((work) => ({ path: file.path, work })),
  );

  const within = (node: ts.Node): ts.Node[] => [node, ...childrenOf(node).flatMap(within)];
  function childrenOf(node: ts.Node): ts.Node[] {
    const children: ts.Node[] = [];
    node.forEachChild((child) => void children.push(child));
    return children;
  }

  /** The first name of a property access or a chain of calls. */
  function rootOf(node: ts.Expression): string | null {
    if (ts.isIdentifier(node)) return node.text;
    return ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node) || ts.isCallExpression(node)
      ? rootOf(node.expression)
      : null;
  }

  /** The target of an assignment, of ++ and --, or of a call that changes a list, a set or a map. */
  function changedBy(node: ts.Node): ts.Expression | null {
    if (
      ts.isBinaryExpression(node) &&
      node.operatorToken.kind >= ts.SyntaxKind.FirstAssignment &&
      node.operatorToken.kind <= ts.SyntaxKind.LastAssignment
    )
      return node.left;
    if (
      (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) &&
      [ts.SyntaxKind.PlusPlusToken, ts.SyntaxKind.MinusMinusToken].includes(node.operator)
    )
      return node.operand;
    if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return null;
    return /^(push|pop|shift|unshift|splice|sort|reverse|add|set|delete|clear)$/.test(node.expression.name.text)
      ? node.expression.expression
      : null;
  }

  function changedOutside(work: Work): string[] {
    const nodes = within(work);
    const own = new Set(
      nodes
        .filter((node) => ts.isParameter(node) || ts.isVariableDeclaration(node) || ts.isBindingElement(node))
        .map(({ name }) => name.getText()),
    );
    return nodes.flatMap((node) => {
      const root = rootOf(changedBy(node) ?? ts.factory.createNull());
      return root === null || own.has(root) ? [] : [node.getText()];
    });
  }

  it("is found", () => expect(works.length).toBeGreaterThan(100));

  it("changes no outer variables", () =>
    expect(works.flatMap(({ path, work }) => changedOutside(work).map((text) => `${path}: ${text}`))).toEqual([]));

  it("awaits only the database: no hash, no throttle, no other service, no other write", () => {
    const elsewhere =
      /^(hashPassword|passwordMatches|checkPassword|countAttempt|forgiveAttempt|write|writeAs|withMutex|withNewestAnswer|fetch|billing|checkout|deliverDue)$/;
    const calls = ({ path, work }: (typeof works)[number]) =>
      within(work).flatMap((node) =>
        ts.isCallExpression(node) && elsewhere.test(rootOf(node.expression) ?? "")
          ? [`${path}: ${node.getText().slice(0, 60)}`]
          : [],
      );
    expect(works.flatMap(calls)).toEqual([]);
  });

  it("creates its own secrets", () => {
    const makers = /^(newSecret|newCode|newTotpSecret|newRecoveryCodes|randomBytes|randomUUID|randomInt)$/;
    const called = (node: ts.Node, names: RegExp) => ts.isCallExpression(node) && names.test(node.expression.getText());
    const outside = (node: ts.Node): string[] =>
      isWork(node) ? [] : [...(called(node, makers) ? [node.getText()] : []), ...childrenOf(node).flatMap(outside)];
    const writers = (file: Source) =>
      file.nodes
        .slice(0, 1)
        .flatMap(childrenOf)
        .filter((statement) =>
          within(statement).some((inner) => called(inner, /^(write|writeAs|withSecondFactor|withProof)$/)),
        );
    // The throttle needs a reset's token before the write; storing the token again replaces its row.
    expect(
      broken(except(models, "app/models/password-reset/reset-request.server.ts"), (file) =>
        writers(file).flatMap(outside),
      ),
    ).toEqual([]);
  });
});

describe("a route", () => {
  const answers = (file: Source) =>
    file.imports
      .filter(({ from }) => /^\.\.\/http\/(page|form|save-pick|api)\.server\.ts$/.test(from))
      .flatMap(({ names }) => names);

  /** The loaders and actions that are not a call of one of these. */
  function problemsOf(file: Source): string[] {
    const declared = file.nodes.filter((node) => ts.isVariableDeclaration(node) || ts.isFunctionDeclaration(node));
    return declared.flatMap((node) => {
      const names = namesOf(node).filter((name) => /^(loader|action)$/.test(name));
      if (names.length === 0) return [];
      const called = ts.isVariableDeclaration(node) ? calledIn(node.initializer) : undefined;
      return called !== undefined && answers(file).includes(called)
        ? []
        : [`${names.join()} calls ${called ?? "nothing"}`];
    });
  }

  function namesOf({ name }: ts.VariableDeclaration | ts.FunctionDeclaration): string[] {
    if (!name) return [];
    return ts.isIdentifier(name)
      ? [name.text]
      : name.elements.flatMap((element) => (ts.isBindingElement(element) ? [element.name.getText()] : []));
  }

  function calledIn(value: ts.Expression | undefined): string | undefined {
    const call = value && ts.isArrowFunction(value) ? value.body : value;
    return call && ts.isCallExpression(call) && ts.isIdentifier(call.expression) ? call.expression.text : undefined;
  }

  it("calls a function of page, form, save-pick or api.server.ts in every loader and action", () =>
    expect(broken(routes, problemsOf)).toEqual([]));

  it("has a loader, so that an operation authorises every page", () => {
    expect(
      broken(routes, (file) => (/export const (loader|\{ loader, action \}) =/.test(file.text) ? [] : ["no loader"])),
    ).toEqual([]);
  });

  it("wraps its handlers in arrow functions, except for the API: the browser's bundle would run them", () => {
    expect(
      broken(
        routes.filter(({ path }) => path.endsWith(".tsx")),
        (file) => matches(file, /export const (loader|action) = (?!\(args: |\(\) => refuseForm\(\))/g),
      ),
    ).toEqual([]);
    expect(
      broken(
        routes.filter(({ path }) => path.endsWith(".ts")),
        (file) => (file.text.includes("export const { loader, action } = endpoint(") ? [] : ["no endpoint()"]),
      ),
    ).toEqual([]);
  });

  it("has at most 80 lines: components show, operations decide", () =>
    expect(broken(routes, ({ lines }) => (lines > 80 ? [`${lines} lines`] : []))).toEqual([]));

  it("exports only what the framework reads", () => {
    expect(
      broken(routes, (file) =>
        matches(
          file,
          /^export (?!default function |\{ \w+ as default \} from "\.\.\/components\/|\{ clientAction(, revalidateUnlessKept as shouldRevalidate)? \} from "\.\.\/components\/forms\/client-action\.ts";|const \{ loader, action \} =|const (loader|action|clientLoader|clientAction|meta|handle|shouldRevalidate)\b|function (ErrorBoundary|shouldRevalidate)\b).*/gm,
        ),
      ),
    ).toEqual([]);
  });
});

describe("sizes", () => {
  it("a file has at most 300 lines", () =>
    expect(broken(app, ({ lines }) => (lines > 300 ? [`${lines} lines`] : []))).toEqual([]));

  it("a folder has at most 20 files, except for routes, which the framework requires to be flat", () => {
    const folders = app.map(({ path }) => dirname(path)).filter((folder) => folder !== "app/routes");
    const counted = [...new Set(folders)].map((folder) => ({
      folder,
      files: folders.filter((one) => one === folder).length,
    }));
    expect(counted.filter(({ files }) => files > 20)).toEqual([]);
  });

  it("no file or folder has a name without a subject", () =>
    expect(everyFile.filter((path) => /(^|\/)(utils?|lib|helpers?|common|misc|index)(\/|\.tsx?$)/.test(path))).toEqual(
      [],
    ));
});

describe("the language", () => {
  it("has no type assertions except `as const`, and no any", () => {
    const problems = ({ nodes }: Source) =>
      nodes.flatMap((node) => {
        if (ts.isAsExpression(node) && node.type.getText() !== "const") return [node.getText().slice(0, 60)];
        return ts.isTypeAssertionExpression(node) ||
          ts.isNonNullExpression(node) ||
          node.kind === ts.SyntaxKind.AnyKeyword
          ? [node.getText().slice(0, 60)]
          : [];
      });
    expect(broken(sources, problems)).toEqual([]);
  });

  it("disables no check, except for one line with a reason", () => {
    expect(
      broken(except(sources, own), (file) =>
        matches(file, /@ts-(ignore|expect-error|nocheck)|eslint-disable(?!-next-line [\w/-]+ -- \w).*/g),
      ),
    ).toEqual([]);
  });

  it("has no style attributes, which the content security policy refuses", () => {
    const styled = ({ nodes }: Source) =>
      nodes.filter((node) => ts.isJsxAttribute(node) && node.name.getText() === "style").map((node) => node.getText());
    expect(broken(app, styled)).toEqual([]);
  });

  it("sets raw HTML only in the document itself and for sanitised Markdown", () => {
    expect(
      broken(
        except(
          app,
          "app/documents/document.tsx",
          "app/components/content/learn-text.tsx",
          "app/components/content/text-sections.tsx",
        ),
        (file) => matches(file, /dangerouslySetInnerHTML|innerHTML/g),
      ),
    ).toEqual([]);
  });

  it("streams no rows, which would keep a cached statement busy", () => {
    expect(
      broken([...app, ...sources.filter(({ path }) => path.startsWith("db/"))], (file) => matches(file, /\.stream\(/g)),
    ).toEqual([]);
  });

  it("reads no clock and no random numbers while it renders, because documents are cached by their data", () => {
    // The footer's year is part of the cache key; the other files read the clock only after hydration.
    const seen = except(
      [...components, ...routes.filter(({ path }) => path.endsWith(".tsx"))],
      "app/components/shared/frame.tsx",
      "app/components/sign-in/use-countdown.ts",
      "app/components/picks/use-refreshed.ts",
      "app/components/picks/start.tsx",
      "app/components/shared/instant.tsx",
      "app/components/record/check-record.ts",
      "app/components/forms/date-panel.tsx",
      "app/components/shared/printed.tsx",
    );
    expect(
      broken(seen, (file) => matches(file, /new Date\(\)|Date\.now\(|performance\.now\(|Math\.random\(|randomUUID\(/g)),
    ).toEqual([]);
  });
});

describe("the tests", () => {
  const tests = except(
    sources.filter(({ path }) => path.startsWith("tests/")),
    own,
  );

  it("skip nothing and wait no fixed time", () =>
    expect(
      broken(tests, (file) => matches(file, /\b(it|test|describe)\.(only|skip|advice|fails)\b|waitForTimeout/g)),
    ).toEqual([]));

  it("fail when the code logs an error", () =>
    expect(() => console.error("a test of the guard in tests/support/database/database.ts")).toThrow(
      "console.error was called",
    ));
});

describe("the packages", () => {
  it("are pinned exactly", () => {
    const versions = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies, ...manifest.overrides });
    expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+(?:-beta\.\d+)?$/.test(version))).toEqual([]);
  });

  it("match the lockfile", () => {
    expect(lock.packages[""]).toMatchObject({
      dependencies: manifest.dependencies,
      devDependencies: manifest.devDependencies,
    });
  });

  it("build nothing: better-sqlite3 includes its binary", () => {
    // Its package has a binding.gyp: without this line npm 10 (Node 20 and 22) calls node-gyp, which needs a compiler.
    expect(lock.packages["node_modules/better-sqlite3"]).toHaveProperty("gypfile", false);
  });

  it("come only from the public registry", () => {
    const text = readFileSync(join(root, "package-lock.json"), "utf8");
    expect(
      [...text.matchAll(/"resolved": "(?!https:\/\/registry\.npmjs\.org\/)[^"]*"/g)].map(([line]) => line),
    ).toEqual([]);
  });

  it("leave Remix's future flags with known advisories off, and the others on", () => {
    expect(remixConfig.future).toEqual({
      v3_fetcherPersist: true,
      v3_relativeSplatPath: true,
      v3_throwAbortReason: true,
    });
  });
});

it("no file contains a path or a registry of a developer's machine", () => {
  const text = everyFile.filter((path) => !/\.(png|jpe?g|ico|woff2?|db|gz)$/.test(path) && path !== own);
  const machine =
    /(?<![\w.])\/(work|root|home\/\w+|Users\/\w+)\/[\w.-]+|^\s*registry\s*=|https?:\/\/[^/\s"']*(artifactory|nexus|verdaccio|npm-?proxy|registry\.(?!npmjs\.org))[^\s"']*/gim;
  expect(
    text.flatMap((path) =>
      (readFileSync(join(root, path), "utf8").match(machine) ?? []).map((found) => `${path}: ${found}`),
    ),
  ).toEqual([]);
});
