import { z } from "zod";

export const id = z.int().positive();
export const count = z.int().nonnegative();
export const instant = z.iso.datetime();
export const percent = z.number().describe("In percent.");
