import type { InputFault } from '../../../../contracts/errors';

/** Faults by the input they are about: `items[0].name` is one of `items`, and then says where in it. */
export const placeFaults = (
  names: readonly string[],
  faults: readonly InputFault[],
): { byInput: Record<string, string>; others: InputFault[] } => {
  const byInput = new Map<string, string[]>();
  const others: InputFault[] = [];
  for (const fault of faults) {
    const [name = ''] = /^[^.[]*/.exec(fault.input) ?? [];
    if (!names.includes(name)) {
      others.push(fault);
      continue;
    }
    const within = fault.input.slice(name.length).replace(/^\./, '');
    byInput.set(name, [...(byInput.get(name) ?? []), `${within} ${fault.message}`.trim()]);
  }
  return {
    byInput: Object.fromEntries([...byInput].map(([name, messages]) => [name, messages.join(' ')])),
    others,
  };
};
