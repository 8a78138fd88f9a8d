import { readProviderFields } from '../../../server/src/engine/provider-fields';
import { ADAPTERS } from '../../../server/src/providers/registry';

const faultsOf = (id: string): unknown => {
  const outcome = readProviderFields(
    id,
    { kind: 'openai' },
    { adapters: ADAPTERS, privateEndpointKinds: [] },
  );
  return 'faults' in outcome ? outcome.faults : [];
};

test('a provider has an id that its page of the panel can have in its address', () => {
  expect(faultsOf('new')).toEqual([
    { field: 'provider_id', message: expect.stringContaining('page for adding a provider') },
  ]);
  expect(faultsOf('newer')).toEqual([]);
});
