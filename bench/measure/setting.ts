import type { Agent } from "node:http";
import { HttpClient } from "../load/http-client";
import type { DatabaseTask } from "../server/task";

/** What a measurement has to work with. */
export interface Setting {
  baseUrl: string;
  /** Connections that all users share. */
  agent: Agent;
  /** One client per user; as many as the largest measurement needs. */
  users: HttpClient[];
  /** How long the phases are, relative to a normal run: 1, or less to try something out. */
  scale: number;
}

export async function openUsers(baseUrl: string, agent: Agent, count: number): Promise<HttpClient[]> {
  return Promise.all(Array.from({ length: count }, () => HttpClient.open(baseUrl, agent)));
}

export function userOf({ users }: Setting, index: number): HttpClient {
  const user = users[index % users.length];
  if (!user) throw new Error("The bench has no users.");
  return user;
}

export function askDatabase<Answer>(setting: Setting, task: DatabaseTask): Promise<Answer> {
  return userOf(setting, 0).postJson<Answer>("/api/bench/database", task);
}

/** Milliseconds after which the log of a finished run has been shortened: the engine waits three seconds. */
export const COMPACTED_MS = 4000;

export const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
