import type { ServerResponse } from 'node:http';
import { startFakeProvider } from '../support/fake-provider';
import type { FakeProvider } from '../support/fake-provider';

/** An answer in OpenAI's format, of which the test says each part when it is time. */
export interface ToldAnswer {
  /** what the provider was asked, as text */
  prompt: string;
  /** resolves when the site gives up */
  hungUp: Promise<void>;
  say(content: string): void;
  end(finishReason?: 'stop' | 'length'): void;
}

export interface ToldProvider extends FakeProvider {
  /** the next one that is asked for */
  next(): Promise<ToldAnswer>;
  /** answers whatever is asked at once, in one piece */
  answerAtOnce(content: string): void;
  answerWhenTold(): void;
}

const openAnswer = (prompt: string, response: ServerResponse): ToldAnswer => {
  const send = (more: object): void => {
    const chunk = {
      id: 'c-1',
      object: 'chat.completion.chunk',
      created: 1,
      model: 'our-model',
      choices: [],
      ...more,
    };
    response.write(`data: ${JSON.stringify(chunk)}\n\n`);
  };
  const hungUp = new Promise<void>((resolve) => {
    response.on('close', () => {
      if (!response.writableFinished) resolve();
    });
  });
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  return {
    prompt,
    hungUp,
    say: (content) => send({ choices: [{ index: 0, delta: { content }, finish_reason: null }] }),
    end: (finishReason = 'stop') => {
      send({ choices: [{ index: 0, delta: {}, finish_reason: finishReason }] });
      send({ usage: { prompt_tokens: 10, completion_tokens: 2, total_tokens: 12 } });
      response.end('data: [DONE]\n\n');
    },
  };
};

/** A provider that answers in streams. */
export const startToldProvider = async (): Promise<ToldProvider> => {
  const provider = await startFakeProvider();
  const waiting: ToldAnswer[] = [];
  const takers: ((answer: ToldAnswer) => void)[] = [];
  const promptOf = (body: unknown): string => JSON.stringify(Object(body).messages);
  return {
    ...provider,
    next: () => {
      const answer = waiting.shift();
      return answer ? Promise.resolve(answer) : new Promise((resolve) => takers.push(resolve));
    },
    answerAtOnce: (content) =>
      provider.answer(({ body }, response) => {
        const answer = openAnswer(promptOf(body), response);
        answer.say(content);
        answer.end();
      }),
    answerWhenTold: () =>
      provider.answer(({ body }, response) => {
        const answer = openAnswer(promptOf(body), response);
        const taker = takers.shift();
        if (taker) taker(answer);
        else waiting.push(answer);
      }),
  };
};
