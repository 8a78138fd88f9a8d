import { createParser } from 'eventsource-parser';
import type { Frame, FramePart, ModelResult, Usage } from '../providers/adapter';
import type { TransportResponse } from '../providers/transport';
import type { Provider } from './provider';
import { failureWithin200, invalidResponse } from './read-response';
import { createToolCalls } from './tool-calls';
import type { NumberedPiece } from './tool-calls';

/** What a streaming caller gets to see of one frame. */
export interface Piece {
  text: string;
  toolCalls: NumberedPiece[];
}

/** Called with each piece as it arrives; the stream waits for what it returns. */
export type OnPiece = (piece: Piece) => Promise<void> | void;

/** Takes the text of a stream as it comes, however the packets cut it, and gives back the frames that are complete. */
type Framing = (text: string) => Frame[];

const createSseFraming = (): Framing => {
  const frames: Frame[] = [];
  const parser = createParser({
    onEvent: ({ event, data }) => frames.push({ event: event ?? null, data }),
  });
  return (text) => {
    parser.feed(text);
    return frames.splice(0);
  };
};

const createNdjsonFraming = (): Framing => {
  let rest = '';
  return (text) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    return lines.filter((line) => line.trim() !== '').map((data) => ({ event: null, data }));
  };
};

const FRAMINGS = { sse: createSseFraming, ndjson: createNdjsonFraming };

/** Content types under which a stream comes; anything else is a whole answer, streamed or not. */
const STREAM_TYPES = { sse: 'text/event-stream', ndjson: 'application/x-ndjson' };

export const isStream = (provider: Provider, { headers }: TransportResponse): boolean =>
  (headers['content-type'] ?? '').includes(STREAM_TYPES[provider.adapter.framing]);

const mergeUsage = (usage: Usage | null, part: Partial<Usage> | undefined): Usage | null =>
  part ? { prompt: 0, completion: 0, cached: null, reasoning: null, ...usage, ...part } : usage;

const mergeFrame = (result: ModelResult, part: FramePart): ModelResult => ({
  id: part.id ?? result.id,
  model: part.model ?? result.model,
  text: part.text === undefined ? result.text : result.text + part.text,
  toolCalls: result.toolCalls,
  finishReason: part.finishReason ?? result.finishReason,
  refusal: part.refusal === undefined ? result.refusal : (result.refusal ?? '') + part.refusal,
  usage: mergeUsage(result.usage, part.usage),
});

/**
 * Reads a streamed answer and hands on its pieces as they arrive. Throws a ToolError for an error inside the stream,
 * and for a stream that stops before the provider's end marker: a cut answer is never a short success.
 */
export const readStream = async (
  provider: Provider,
  response: TransportResponse,
  onPiece: OnPiece,
): Promise<ModelResult> => {
  const toFrames = FRAMINGS[provider.adapter.framing]();
  const decoder = new TextDecoder();
  const calls = createToolCalls();
  let result: ModelResult = {
    id: null,
    model: null,
    text: '',
    toolCalls: [],
    finishReason: null,
    refusal: null,
    usage: null,
  };

  const readFrame = (frame: Frame): FramePart | null => {
    try {
      return provider.adapter.parseFrame(frame);
    } catch (cause) {
      throw invalidResponse(provider, response.status, 'a stream that is not a completion', cause);
    }
  };

  for await (const chunk of response.body) {
    let ended = false;
    for (const frame of toFrames(decoder.decode(chunk, { stream: true }))) {
      const part = readFrame(frame);
      if (part === null) continue;
      if (part.error) throw failureWithin200(provider, response.status, part.error);
      if (part.end) ended = true;
      result = mergeFrame(result, part);
      const toolCalls = calls.add(part.toolCalls ?? []);
      if (part.text || toolCalls.length > 0) await onPiece({ text: part.text ?? '', toolCalls });
    }
    if (ended) {
      // what follows the end marker is the end of the HTTP message, which the answer does not wait for
      response.release();
      return { ...result, toolCalls: calls.all() };
    }
  }
  throw invalidResponse(provider, response.status, 'a stream that broke off before its end');
};
