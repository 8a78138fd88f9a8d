import type { CompletionChunk } from '../../../../../contracts/completion';
import type {
  PlaygroundEvent,
  PlaygroundPrompt,
  PlaygroundResult,
} from '../../../../../contracts/playground';
import type { Refusal } from '../../../api/read-playground';

/**
 * One run as far as it has come. `stopped` was hung up by the person, `broken` by the connection; both keep what had
 * come until then.
 */
export interface RunState {
  status: 'running' | 'finished' | 'stopped' | 'refused' | 'broken';
  /** of the call that was made last */
  prompt: PlaygroundPrompt | null;
  /** the answer so far */
  text: string;
  /** when it is finished */
  result: PlaygroundResult | null;
  /** when it was refused */
  refusal: Refusal | null;
}

export type RunStep =
  | { type: 'event'; event: PlaygroundEvent }
  | { type: 'refused'; refusal: Refusal }
  | { type: 'stopped' }
  /** the connection ended; without a result it should not have */
  | { type: 'ended' };

/** A run that has just been started. */
export const STARTED: RunState = { status: 'running', prompt: null, text: '', result: null, refusal: null };

/** Whether a provider was asked at all, so that there are figures to look at. */
export const tookPlace = ({ completion, exchanges }: PlaygroundResult): boolean =>
  completion !== null || exchanges.length > 0;

const textOf = ({ choices }: CompletionChunk): string =>
  choices.map(({ delta }) => delta.content ?? '').join('');

const takeEvent = (state: RunState, event: PlaygroundEvent): RunState => {
  switch (event.type) {
    case 'prompt':
      return { ...state, prompt: event.prompt };
    case 'chunk':
      return { ...state, text: state.text + textOf(event.chunk) };
    case 'result': {
      const { result } = event;
      return {
        ...state,
        status: 'finished',
        result,
        prompt: result.sent ?? state.prompt,
        // what was repaired, or came from a fallback, is not what was streamed
        text: result.completion?.choices[0].message.content ?? state.text,
      };
    }
  }
};

/** What becomes of a run with its next step. Whatever comes after its end is late and changes nothing. */
export const takeStep = (state: RunState, step: RunStep): RunState => {
  if (state.status !== 'running') return state;
  switch (step.type) {
    case 'event':
      return takeEvent(state, step.event);
    case 'refused':
      return { ...state, status: 'refused', refusal: step.refusal };
    case 'stopped':
      return { ...state, status: 'stopped' };
    case 'ended':
      return { ...state, status: 'broken' };
  }
};
