import * as React from 'react';
import { isJsonObject } from '../../../../contracts/json-object';
import { useVisible } from '../../pages/Logs/live/use-visible';
import { pollDelay } from './poll-delay';

interface Question extends Promise<{ data?: unknown; isError: boolean }> {
  abort(): void;
}

/** Whether the site has answered, and said no: asking again would bring nothing else. */
export const isRefused = (error: unknown): boolean =>
  isJsonObject(error) && typeof error.status === 'number' && error.status < 500;

/** Asks again and again while the page is in sight. True while nobody answers. */
export const usePolling = (isOn: boolean, ask: () => Question): boolean => {
  const isVisible = useVisible();
  const [isCutOff, setCutOff] = React.useState(false);
  const latest = React.useRef(ask);
  latest.current = ask;

  React.useEffect(() => {
    if (!isOn || !isVisible) return;
    let timer: ReturnType<typeof setTimeout>;
    let question: Question | null = null;
    let isWanted = true;
    let seen = '';
    const state = { unchanged: 0, failures: 0 };

    const poll = async (): Promise<void> => {
      question = latest.current();
      const { data, isError } = await question;
      if (!isWanted) return;
      const answer = JSON.stringify(data);
      state.unchanged = answer === seen ? state.unchanged + 1 : 0;
      state.failures = isError ? state.failures + 1 : 0;
      seen = answer;
      setCutOff(isError);
      timer = setTimeout(() => void poll(), pollDelay(state));
    };
    timer = setTimeout(() => void poll(), pollDelay(state));
    return () => {
      isWanted = false;
      clearTimeout(timer);
      question?.abort();
    };
  }, [isOn, isVisible]);

  return isOn && isCutOff;
};
