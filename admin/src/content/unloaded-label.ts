import { PLUGIN_ID } from '../../../contracts/plugin-id';

const UNLOADED = `${PLUGIN_ID}.unloaded`;

/** What is said where the plugin's own texts may not be there either. */
const ENGLISH = {
  [UNLOADED]: 'This part could not be shown. Save your work and reload the page.',
};
const LANGUAGES: Partial<Record<string, Record<string, string>>> = {
  de: {
    [UNLOADED]: 'Dieser Teil ließ sich nicht anzeigen. Speichern Sie, und laden Sie die Seite neu.',
  },
};

export const UNLOADED_LABEL = { id: UNLOADED, defaultMessage: ENGLISH[UNLOADED] };

export const unloadedTexts = (locale: string): Record<string, string> => LANGUAGES[locale] ?? ENGLISH;
