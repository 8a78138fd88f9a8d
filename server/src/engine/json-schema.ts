import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import { RE2JS } from 're2js';
import { uniqueItems } from './unique-items';

/**
 * RE2 matches in linear time, so that no `pattern` of a tool and no input can hold the process.
 * It knows neither look-around nor back-references: a schema that uses them is refused when it is saved.
 */
const linearTimeRegExp = Object.assign(
  (pattern: string) => {
    const compiled = RE2JS.compile(RE2JS.translateRegExp(pattern));
    return { test: (text: string) => compiled.matcher(text).find() };
  },
  { code: 'linearTimeRegExp' },
);

/** A validator of draft 7 with formats that reports every fault; unless told, it coerces nothing. */
export const createAjv = ({
  useDefaults,
  coerceTypes = false,
}: {
  useDefaults: boolean;
  coerceTypes?: boolean;
}): Ajv => {
  const ajv = new Ajv({
    allErrors: true,
    useDefaults,
    coerceTypes,
    // a name such as `constructor` is only there when somebody sent it
    ownProperties: true,
    strictSchema: true,
    strictTypes: false,
    strictTuples: false,
    strictRequired: false,
    verbose: true,
    code: { regExp: linearTimeRegExp },
  });
  addFormats(ajv);
  ajv.removeKeyword('uniqueItems').addKeyword(uniqueItems);
  return ajv;
};
