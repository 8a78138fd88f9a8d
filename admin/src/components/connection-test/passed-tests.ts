const KEY = 'ai-tools.passed-tests';

/** Ids of the providers that this browser has seen pass a test. A browser that keeps nothing has seen none. */
export const readPassedTests = (): string[] => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
};

export const rememberPassedTest = (id: string): void => {
  try {
    localStorage.setItem(KEY, JSON.stringify([...new Set([...readPassedTests(), id])]));
  } catch {
    // it is shown as not tested the next time, which does no harm
  }
};
