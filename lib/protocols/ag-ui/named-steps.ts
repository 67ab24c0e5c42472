import type { AgUiEvent } from "./wire";

/** Named steps of nodes. On the wire a step is known by its name alone, which must not be open twice. */
export class NamedSteps {
  private readonly open = new Map<string, string>();

  start(stepId: string, name: string): AgUiEvent[] {
    if (this.open.has(stepId)) return [];
    const isTaken = [...this.open.values()].includes(name);
    const stepName = isTaken ? `${name} (${stepId})` : name;
    this.open.set(stepId, stepName);
    return [{ type: "STEP_STARTED", stepName }];
  }

  finish(stepId: string): AgUiEvent[] {
    const stepName = this.open.get(stepId);
    if (stepName === undefined) return [];
    this.open.delete(stepId);
    return [{ type: "STEP_FINISHED", stepName }];
  }

  close(): AgUiEvent[] {
    return [...this.open.keys()].flatMap((stepId) => this.finish(stepId));
  }
}
