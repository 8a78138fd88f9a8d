import { useIntl } from 'react-intl';
import type { LogSummary } from '../../../../../contracts/logs';
import { useText } from '../../../components/Texts';
import { CALLER_TYPES, SOURCES } from './known-values';

const DAY = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
const CLOCK = { hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;

/** Puts what a row says into words of the panel's language and the time zone of the person. */
export const useRunWords = () => {
  const text = useText();
  const { formatDate, formatTime } = useIntl();

  const source = (name: string): string => {
    const known = SOURCES.find((one) => one === name);
    return known ? text(`logs.source.${known}`) : name;
  };
  const callerType = (type: string): string => {
    const known = CALLER_TYPES.find((one) => one === type);
    return known ? text(`logs.caller.${known}`) : type;
  };
  return {
    source,
    callerType,
    caller: ({
      caller_type: type,
      caller_label: label,
      caller_id: id,
    }: Pick<LogSummary, 'caller_type' | 'caller_label' | 'caller_id'>): string =>
      [callerType(type), label ?? id].filter(Boolean).join(' '),
    tool: ({ tool_name: name, tool_slug: slug }: Pick<LogSummary, 'tool_name' | 'tool_slug'>): string =>
      name ?? (slug || text('logs.no-tool')),
    day: (moment: string): string => formatDate(moment, DAY),
    clock: (moment: string): string => formatTime(moment, CLOCK),
    time: (moment: string | Date): string => formatDate(moment, { ...DAY, ...CLOCK }),
  };
};
