import { PLUGIN_ID } from '../../../../contracts/plugin-id';

const LABEL = `${PLUGIN_ID}.summary-block`;

/** What the host's menu says, and the card while the plugin's own texts are not there. */
const ENGLISH = {
  [LABEL]: 'AI summary',
};
const LANGUAGES: Partial<Record<string, Record<string, string>>> = {
  de: {
    [LABEL]: 'KI-Zusammenfassung',
  },
};

export const BLOCK_LABEL = { id: LABEL, defaultMessage: ENGLISH[LABEL] };

export const summaryBlockTexts = (locale: string): Record<string, string> => LANGUAGES[locale] ?? ENGLISH;
