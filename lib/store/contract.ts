import { afterAll, beforeAll, describe } from "vitest";
import type { TestDatabase, TestTarget } from "./testing/databases";
import { describeDecisions } from "./testing/decisions.contract";
import { describeHistory } from "./testing/history.contract";
import { describeLog } from "./testing/log.contract";
import { describeOldLogs } from "./testing/old-logs.contract";
import { describeOrders } from "./testing/orders.contract"; // only with order-desk
import { describeShapes } from "./testing/shapes.contract";
import { createSubject, type Subject } from "./testing/subject";
import { describeThreads } from "./testing/threads.contract";
import { describeValues } from "./testing/values.contract";
import { describeWrites } from "./testing/writes.contract";

/** What every database has to make true for the agent that stands on it. */
export function describeStore(target: TestTarget): void {
  describe(`on ${target.name}`, () => {
    const subject = {} as Subject;
    let created: TestDatabase;
    beforeAll(async () => {
      created = await target.create();
      Object.assign(subject, createSubject(created.database));
    });
    afterAll(() => created.drop());
    describeDecisions(subject);
    describeHistory(subject);
    describeWrites(subject);
    describeLog(subject);
    describeOldLogs(subject);
    describeValues(subject);
    describeShapes(subject);
    describeThreads(subject);
    describeOrders(subject); // only with order-desk
  });
}
