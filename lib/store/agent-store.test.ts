import { describeStore } from "./contract";
import { testTargets } from "./testing/databases";

for (const target of await testTargets()) describeStore(target);
