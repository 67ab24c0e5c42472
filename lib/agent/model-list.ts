import { AppError } from "../errors";
import type { ModelPort } from "./define-agent";

/** A model that is configured but cannot be called; `problem` tells whoever chooses it why. */
export interface MissingModel {
  id: string;
  problem: string;
}

/** The models that a turn may choose from. A run keeps its model for as long as it lasts, whoever continues it. */
export class ModelList {
  constructor(
    private readonly first: ModelPort,
    private readonly others: readonly (ModelPort | MissingModel)[] = [],
  ) {}

  get ids(): string[] {
    return [this.first.id, ...this.others.map(({ id }) => id)];
  }

  /**
   * The model of a new run: the one that was asked for, else the one that the thread had last, else the default.
   * @throws AppError `invalid-input`
   */
  choose(asked: string | undefined, previous: string | undefined): string {
    if (asked === undefined) return this.usable(previous);
    const model = this.find(asked);
    if (!model) {
      throw new AppError("invalid-input", `model: expected one of the configured models, ${this.ids.join(", ")}.`);
    }
    if ("problem" in model) throw new AppError("invalid-input", model.problem);
    return model.id;
  }

  /** What the next turn of a thread is answered by unless it chooses. */
  usable(previous: string | undefined): string {
    const model = this.find(previous);
    return model && !("problem" in model) ? model.id : this.first.id;
  }

  /** The model of a stored run; the default, once its own is no longer configured. */
  of(id: string): ModelPort {
    const model = this.find(id) ?? this.first;
    if (!("problem" in model)) return model;
    return { id, stream: () => Promise.reject(new Error(model.problem)) };
  }

  private find(id: string | undefined): ModelPort | MissingModel | undefined {
    return [this.first, ...this.others].find((model) => model.id === id);
  }
}
