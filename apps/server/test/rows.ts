import type { TestApp } from './app.ts';

/** The rows of a statement: for what no endpoint tells, or can be asked to do. */
export const query = async (at: TestApp, text: string, values: unknown[] = []) => (await at.platform.db.$client.query(text, values)).rows;
