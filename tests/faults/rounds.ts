/** How often a server is killed in a test: ROUNDS, as for the table in docs/reliability.md, else 6. Even. */
export const rounds = Number(process.env.ROUNDS ?? 6);
