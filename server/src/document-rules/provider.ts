import type { Core, Modules } from '@strapi/types';
import { PROVIDER_UID } from '../../../contracts/plugin-id';
import type { Fault } from '../engine/faults';
import { PROVIDER_FIELDS, readProviderFields } from '../engine/provider-fields';
import { ADAPTERS, findAdapter } from '../providers/registry';
import { getService } from '../services/get-service';
import { pick } from '../services/pick';
import { toValidationError } from './validation-error';

type Row = Record<string, unknown>;

const hostOf = (endpoint: unknown): string | null =>
  typeof endpoint === 'string' && URL.canParse(endpoint) ? new URL(endpoint).host : null;

/**
 * Holds the rules of a provider for every way a row is written through the host's document service: it is checked
 * whole, its key is encrypted, and a key stays with the host it was typed for.
 */
export const createProviderRules = ({
  strapi,
}: {
  strapi: Core.Strapi;
}): Modules.Documents.Middleware.Middleware => {
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

  const prepare = async (data: Row, stored: Row | null, isCopy: boolean): Promise<Row> => {
    const whole = { ...(stored && pick(stored, PROVIDER_FIELDS)), ...pick(data, PROVIDER_FIELDS) };
    const id = String(data.provider_id ?? stored?.provider_id ?? '');
    const kind = typeof whole.kind === 'string' && whole.kind !== '' ? whole.kind : id;
    const outcome = readProviderFields(id, whole, {
      adapters: ADAPTERS,
      privateEndpointKinds: getService(strapi, 'settings').network.allow_private_endpoints,
    });
    const faults: Fault[] = 'faults' in outcome ? [...outcome.faults] : [];

    const taken: Row | null = await strapi.db.query(PROVIDER_UID).findOne({ where: { provider_id: id } });
    if (taken && (isCopy || taken.documentId !== stored?.documentId)) {
      faults.push({ field: 'provider_id', message: `"${id}" is already there; change that one instead.` });
    }

    const typedKey =
      typeof data.api_key === 'string' && data.api_key !== '' && data.api_key !== stored?.api_key;
    const keepsKey = stored?.api_key && !typedKey && data.api_key !== null && data.api_key !== '';
    const endpointBefore = stored?.endpoint || findAdapter(kind)?.defaultEndpoint;
    const endpointAfter = whole.endpoint || findAdapter(kind)?.defaultEndpoint;
    if (keepsKey && hostOf(endpointBefore) !== hostOf(endpointAfter)) {
      faults.push({
        field: 'api_key',
        message: 'must be typed again, because the host of the endpoint changes.',
      });
    }

    const apiKey = typedKey ? { api_key: encrypt(String(data.api_key).trim(), faults) } : {};
    if (faults.length > 0) throw toValidationError('provider', faults);
    return { ...data, kind, ...apiKey };
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
