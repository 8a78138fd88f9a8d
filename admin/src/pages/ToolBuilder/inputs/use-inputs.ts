import * as React from 'react';
import type { JsonObject } from '../../../../../contracts/json-object';
import {
  addInput,
  changeProperty,
  moveInput,
  removeInput,
  renameInput,
  restoreInput,
  setRequired,
} from './schema-changes';
import type { RemovedInput } from './schema-changes';
import { freeName } from './schema-rows';

/** What rows do to the schema. Always the same object, so that a row that did not change is not drawn anew. */
export interface InputActions {
  rename(name: string, to: string): void;
  change(name: string, property: JsonObject): void;
  require(name: string, isRequired: boolean): void;
  move(name: string, to: number): void;
  remove(name: string): void;
}

/** The inputs of a schema as things that stay themselves when they get another name or place. */
export const useInputs = (schema: JsonObject, onChange: (schema: JsonObject) => void) => {
  const latest = React.useRef({ schema, onChange });
  latest.current = { schema, onChange };
  const ids = React.useRef(new Map<string, number>());
  const lastId = React.useRef(0);
  const [removed, setRemoved] = React.useState<RemovedInput | null>(null);
  const [added, setAdded] = React.useState<number | null>(null);

  const idOf = (name: string): number => {
    const known = ids.current.get(name);
    if (known !== undefined) return known;
    lastId.current += 1;
    ids.current.set(name, lastId.current);
    return lastId.current;
  };

  const apply = React.useCallback((next: JsonObject): void => {
    latest.current.schema = next;
    latest.current.onChange(next);
  }, []);

  const actions = React.useMemo<InputActions>(
    () => ({
      rename(name, to) {
        const id = ids.current.get(name);
        ids.current.delete(name);
        if (id !== undefined) ids.current.set(to, id);
        apply(renameInput(latest.current.schema, name, to));
      },
      change: (name, property) => apply(changeProperty(latest.current.schema, name, property)),
      require: (name, isRequired) => apply(setRequired(latest.current.schema, name, isRequired)),
      move: (name, to) => apply(moveInput(latest.current.schema, name, to)),
      remove(name) {
        const result = removeInput(latest.current.schema, name);
        ids.current.delete(name);
        setRemoved(result.removed);
        apply(result.schema);
      },
    }),
    [apply],
  );

  return {
    actions,
    idOf,
    /** the one that was added last, whose row opens at once */
    added,
    add() {
      const name = freeName(latest.current.schema, 'input');
      setAdded(idOf(name));
      setRemoved(null);
      apply(addInput(latest.current.schema, name));
    },
    /** the one that was removed last */
    removed,
    restore() {
      if (!removed) return;
      setRemoved(null);
      apply(restoreInput(latest.current.schema, removed, freeName(latest.current.schema, removed.name)));
    },
  };
};
