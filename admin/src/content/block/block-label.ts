import { PLUGIN_ID } from '../../../../contracts/plugin-id';

const LABEL = `${PLUGIN_ID}.summary-block`;
const UNLOADED = `${PLUGIN_ID}.summary-block.unloaded`;

/** What the host's menu says, and the card while the plugin's own texts are not there. */
const ENGLISH = {
  [LABEL]: 'AI summary',
  [UNLOADED]: 'This block could not be loaded. Save your work and reload the page.',
};
const LANGUAGES: Partial<Record<string, Record<string, string>>> = {
  de: {
    [LABEL]: 'KI-Zusammenfassung',
    [UNLOADED]: 'Dieser Block konnte nicht geladen werden. Speichern Sie, und laden Sie die Seite neu.',
  },
};

export const BLOCK_LABEL = { id: LABEL, defaultMessage: ENGLISH[LABEL] };
export const UNLOADED_LABEL = { id: UNLOADED, defaultMessage: ENGLISH[UNLOADED] };

export const summaryBlockTexts = (locale: string): Record<string, string> => LANGUAGES[locale] ?? ENGLISH;
