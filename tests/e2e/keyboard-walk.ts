import type { Locator, Page } from 'playwright-core';

/** As many as somebody might still bear to press. */
const MOST_STEPS = 90;

/** One place where the focus was, in words. */
export interface Stop {
  what: string;
  /** whether anything shows that the focus was there */
  isVisible: boolean;
}

export interface KeyboardWalk {
  /** Presses Tab until this has the focus; fails with the way that was gone. */
  tabTo(target: Locator, most?: number): Promise<void>;
  /** The same with Shift+Tab. */
  tabBackTo(target: Locator, most?: number): Promise<void>;
  press(...keys: string[]): Promise<void>;
  /** Where nothing showed the focus, each place once. */
  unseen(): string[];
}

/** Runs in the page: says what has the focus, and whether what had it before looks different without it. */
const describeStep = (): { what: string; earlier: string | null; changed: boolean } => {
  // a colour that fades in is not there yet
  for (const animation of document.getAnimations()) {
    if (animation instanceof CSSTransition) animation.finish();
  }
  const properties = [
    'outline',
    'boxShadow',
    'borderColor',
    'backgroundColor',
    'textDecorationLine',
    'opacity',
  ];
  const looksOf = (element: Element): string => {
    const styles: string[] = [];
    // the frame of a field is often around it, and the ring of a button behind it
    let one: Element | null = element;
    for (let level = 0; one && level < 6; level += 1, one = one.parentElement) {
      for (const pseudo of [null, '::before', '::after']) {
        const style = getComputedStyle(one, pseudo);
        styles.push(...properties.map((property) => String(Reflect.get(style, property))));
      }
    }
    return styles.join('|');
  };
  const nameOf = (element: Element): string => {
    const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
    const by = (element.getAttribute('aria-labelledby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id));
    const words =
      element.getAttribute('aria-label') ??
      [...labels, ...by, element].map((one) => one?.textContent ?? '').find((text) => text.trim() !== '') ??
      '';
    return `${element.getAttribute('role') ?? element.tagName.toLowerCase()} “${words.trim().slice(0, 40)}”`;
  };
  const memory: { element?: Element; looks?: string } = Reflect.get(window, 'latestFocus') ?? {};
  const earlier = memory.element?.isConnected ? memory.element : null;
  const changed = earlier !== null && looksOf(earlier) !== memory.looks;
  const current = document.activeElement ?? document.body;
  Reflect.set(window, 'latestFocus', { element: current, looks: looksOf(current) });
  const said = earlier && earlier !== current && earlier !== document.body ? nameOf(earlier) : null;
  return { what: nameOf(current), earlier: said, changed };
};

const hasFocus = (target: Locator): Promise<boolean> =>
  target.evaluateAll((elements) => elements.some((element) => element === document.activeElement));

/** Goes through the panel as somebody does who has no mouse. */
export const walkByKeyboard = (page: Page): KeyboardWalk => {
  const stops: Stop[] = [];

  const go = async (key: string, target: Locator, most: number): Promise<void> => {
    await target.first().waitFor();
    const way: string[] = [];
    for (let steps = 0; steps < most; steps += 1) {
      if (await hasFocus(target)) return;
      await page.keyboard.press(key);
      const { what, earlier, changed } = await page.evaluate(describeStep);
      way.push(what);
      if (earlier !== null) stops.push({ what: earlier, isVisible: changed });
    }
    if (await hasFocus(target)) return;
    throw new Error(`${most} times ${key} did not lead to ${String(target)}:\n${way.join('\n')}`);
  };

  return {
    tabTo: (target, most = MOST_STEPS) => go('Tab', target, most),
    tabBackTo: (target, most = MOST_STEPS) => go('Shift+Tab', target, most),
    press: async (...keys) => {
      for (const key of keys) await page.keyboard.press(key);
    },
    unseen: () => [...new Set(stops.filter(({ isVisible }) => !isVisible).map(({ what }) => what))],
  };
};
