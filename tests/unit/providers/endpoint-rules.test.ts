import {
  classifyAddress,
  findAddressFault,
  findEndpointFault,
} from '../../../server/src/providers/endpoint-rules';

const findFault = (endpoint: string, allowPrivate: boolean): string | null =>
  findEndpointFault(endpoint) ?? findAddressFault(endpoint, allowPrivate);

test.each([
  ['8.8.8.8', 'public'],
  ['2606:4700:4700::1111', 'public'],
  ['127.0.0.1', 'private'],
  ['10.1.2.3', 'private'],
  ['192.168.0.1', 'private'],
  ['::1', 'private'],
  ['fd12::1', 'private'],
  ['::ffff:127.0.0.1', 'private'],
  ['169.254.169.254', 'forbidden'],
  ['::ffff:169.254.169.254', 'forbidden'],
  ['fd00:ec2::254', 'forbidden'],
  ['100.100.100.200', 'forbidden'],
  ['168.63.129.16', 'forbidden'],
  ['fd00:ec2::23', 'forbidden'],
  ['fd00:42::42', 'forbidden'],
  ['::7f00:1', 'forbidden'],
  ['fe80::1', 'forbidden'],
  ['0.0.0.0', 'forbidden'],
  ['224.0.0.1', 'forbidden'],
  ['64:ff9b::7f00:1', 'forbidden'],
  ['not an address', 'forbidden'],
])('%s is %s', (address, addressClass) => {
  expect(classifyAddress(address)).toBe(addressClass);
});

test.each([
  ['https://api.openai.com/v1', false],
  ['http://llm.internal.example:8080', false],
  ['http://127.0.0.1:11434', true],
])('%s is accepted (private allowed: %s)', (endpoint, allowPrivate) => {
  expect(findFault(endpoint, allowPrivate)).toBeNull();
});

test.each([
  ['api.openai.com', true],
  ['ftp://api.openai.com', true],
  ['file:///etc/passwd', true],
  ['https://user:password@api.openai.com', true],
  ['https://api.openai.com/v1?key=1', true],
  // what is appended to these would be no path
  ['https://api.openai.com/v1?', true],
  ['https://api.openai.com/v1#', true],
  ['http://127.0.0.1:11434', false],
  // decimal, octal, hexadecimal and short forms of loopback and metadata
  ['http://2130706433/', false],
  ['http://0177.0.0.1/', false],
  ['http://0x7f.1/', false],
  ['http://[::ffff:a9fe:a9fe]/', true],
  ['http://169.254.169.254/latest', true],
  ['http://2852039166/', true],
])('%s is refused (private allowed: %s)', (endpoint, allowPrivate) => {
  expect(findFault(endpoint, allowPrivate)).toEqual(expect.any(String));
});

test('only what a setting would permit is said to be permitted by one', () => {
  expect(findAddressFault('http://10.0.0.1', false)).toContain('network.allow_private_endpoints');
  expect(findAddressFault('http://169.254.169.254', false)).not.toContain('network.allow_private_endpoints');
});
