import type { Core, Modules } from '@strapi/types';
import { PROVIDER_UID } from '../../../contracts/plugin-id';
import type { Fault } from '../engine/faults';
import { findChangeFaults, readProviderChange } from '../engine/provider-change';
import type { UncheckedFields } from '../engine/provider-change';
import { PROVIDER_FIELDS } from '../engine/provider-fields';
import { configuredFields } from '../engine/settle-providers';
import { ADAPTERS } from '../providers/registry';
import { getService } from '../services/get-service';
import { pick } from '../services/pick';
import { toValidationError } from './validation-error';

type Row = Record<string, unknown>;

export const toProviderError = (faults: readonly Fault[]) =>
  toValidationError('The provider cannot be saved.', faults);

/**
 * Checks a write of a provider, and says what is to be stored beside what was written: the kind, and the key
 * encrypted. `stored` is the row as it is, null for a new one.
 */
export const createProviderCheck = ({ strapi }: { strapi: Core.Strapi }) => {
  const encrypt = (key: string, faults: Fault[]): string | null => {
    const encrypted: string | null = strapi.service('admin::encryption').encrypt(key);
    if (encrypted === null) {
      faults.push({
        field: 'api_key',
        message:
          'cannot be stored without an encryption key. Set admin.secrets.encryptionKey in config/admin.',
      });
    }
    return encrypted;
  };

  const isTaken = async (id: string, stored: Row | null): Promise<boolean> => {
    const taken: Row | null = await strapi.db.query(PROVIDER_UID).findOne({ where: { provider_id: id } });
    return taken !== null && taken.documentId !== stored?.documentId;
  };

  return async (
    id: string,
    stored: Row | null,
    changes: UncheckedFields,
  ): Promise<{ faults: Fault[]; settled: Row }> => {
    const settings = getService(strapi, 'settings');
    const change = readProviderChange(id, stored && pick(stored, PROVIDER_FIELDS), changes, {
      adapters: ADAPTERS,
      configured: configuredFields(id, { configured: settings.providers }),
      privateEndpointKinds: settings.network.allow_private_endpoints,
    });
    const faults = findChangeFaults(change);
    if (await isTaken(id, stored)) {
      faults.push({ field: 'provider_id', message: `"${id}" is already there; change that one instead.` });
    }
    const { kind, typedKey, removesKey } = change;
    const settled: Row = { kind };
    if (typedKey !== null) settled.api_key = encrypt(typedKey, faults);
    else if (removesKey) settled.api_key = null;
    return { faults, settled };
  };
};

/**
 * Holds the rules of a provider for every way a row is written through the host's document service: it is checked
 * whole, its key is encrypted, and a key stays with the host it was typed for.
 */
export const createProviderRules = ({
  strapi,
}: {
  strapi: Core.Strapi;
}): Modules.Documents.Middleware.Middleware => {
  const check = createProviderCheck({ strapi });

  const prepare = async (data: Row, stored: Row | null, isCopy: boolean): Promise<Row> => {
    const id = String(data.provider_id ?? stored?.provider_id ?? '');
    // a copy takes everything from the old one but its place
    const original = isCopy && stored ? { ...stored, documentId: null } : stored;
    const { faults, settled } = await check(id, original, pick(data, PROVIDER_FIELDS));
    if (faults.length > 0) throw toProviderError(faults);
    return { ...data, ...settled };
  };

  return async (context, next) => {
    if (context.uid !== PROVIDER_UID) return next();
    const { action } = context;
    if (action !== 'create' && action !== 'update' && action !== 'clone') return next();

    const { documentId } = 'documentId' in context.params ? context.params : {};
    const stored: Row | null =
      action === 'create' ? null : await strapi.db.query(PROVIDER_UID).findOne({ where: { documentId } });
    context.params.data = await prepare({ ...context.params.data }, stored, action === 'clone');
    const result = await next();
    getService(strapi, 'providers').forget();
    getService(strapi, 'tools').forget();
    return result;
  };
};
