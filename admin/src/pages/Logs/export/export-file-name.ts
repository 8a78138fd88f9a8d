const pad = (part: number): string => String(part).padStart(2, '0');

/** How an exported file is called: by the day, and the minute, for a log is exported more than once a day. */
export const exportFileName = (format: 'csv' | 'jsonl', now: Date): string => {
  const day = [now.getFullYear(), pad(now.getMonth() + 1), pad(now.getDate())].join('-');
  return `ai-tools-log-${day}-${pad(now.getHours())}${pad(now.getMinutes())}.${format}`;
};
