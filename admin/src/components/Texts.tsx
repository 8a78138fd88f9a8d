import * as React from 'react';
import { Page } from '@strapi/strapi/admin';
import { IntlProvider, useIntl } from 'react-intl';
import { PLUGIN_ID } from '../../../contracts/plugin-id';
import type en from '../translations/en.json';

export type TextKey = keyof typeof en;
type Texts = Record<string, string>;

const loadEnglish = (): Promise<Texts> => import('../translations/en.json').then((module) => module.default);

const LANGUAGES: Partial<Record<string, () => Promise<Texts>>> = {
  de: () => import('../translations/de.json').then((module) => module.default),
};

/** The host's way of naming a plugin's texts, so that a site can put its own words in place of ours. */
const withPrefix = (texts: Texts): Texts =>
  Object.fromEntries(Object.entries(texts).map(([key, text]) => [`${PLUGIN_ID}.${key}`, text]));

const isPlain = (entry: [string, unknown]): entry is [string, string] => typeof entry[1] === 'string';

/** Loads the plugin's texts in the language of the panel, beside the host's. English where there is no translation. */
export const Texts = ({ children }: { children: React.ReactNode }) => {
  const host = useIntl();
  const [texts, setTexts] = React.useState<Texts | null>(null);

  React.useEffect(() => {
    let isWanted = true;
    void (LANGUAGES[host.locale] ?? loadEnglish)().then((loaded) => {
      if (isWanted) setTexts(withPrefix(loaded));
    });
    return () => {
      isWanted = false;
    };
  }, [host.locale]);

  const messages = React.useMemo(
    () => ({ ...texts, ...Object.fromEntries(Object.entries(host.messages).filter(isPlain)) }),
    [texts, host.messages],
  );
  if (!texts) return <Page.Loading />;
  return (
    <IntlProvider locale={host.locale} timeZone={host.timeZone} messages={messages}>
      {children}
    </IntlProvider>
  );
};

/** Reads the plugin's texts; a key that is not in the English file does not compile. */
export const useText = () => {
  const { formatMessage } = useIntl();
  return React.useCallback(
    (key: TextKey, values?: Record<string, string | number>): string =>
      formatMessage({ id: `${PLUGIN_ID}.${key}` }, values),
    [formatMessage],
  );
};
