import ipaddr from 'ipaddr.js';

/** `forbidden` is never connected to; `private` only for the kinds of provider that the site allows. */
export type AddressClass = 'public' | 'private' | 'forbidden';

// where clouds answer with credentials, outside the link-local range: Alibaba, Oracle and Azure, then AWS (its
// services for machines and for pods), Google and Scaleway
const METADATA_NETWORKS = [
  '100.100.100.200/32',
  '192.0.0.192/32',
  '168.63.129.16/32',
  'fd00:ec2::/32',
  'fd20:ce::254/128',
  'fd00:42::42/128',
].map((network) => ipaddr.parseCIDR(network));

/** All that has been given out of IPv6 to the public; what is outside it is for special uses, known or to come. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

const PRIVATE_RANGES = ['loopback', 'private', 'uniqueLocal', 'carrierGradeNat'];

const isMetadata = (address: ipaddr.IPv4 | ipaddr.IPv6): boolean =>
  METADATA_NETWORKS.some((network) => network[0].kind() === address.kind() && address.match(network));

/** Judges one IP address, IPv4 inside IPv6 included. Anything unusual is forbidden. */
export const classifyAddress = (address: string): AddressClass => {
  if (!ipaddr.isValid(address)) return 'forbidden';
  const parsed = ipaddr.process(address);
  if (isMetadata(parsed)) return 'forbidden';
  const range = parsed.range();
  if (PRIVATE_RANGES.includes(range)) return 'private';
  if (range !== 'unicast') return 'forbidden';
  // also IPv4 in the first 96 bits of zeros, as `::127.0.0.1`
  return parsed instanceof ipaddr.IPv6 && !parsed.match(GLOBAL_UNICAST) ? 'forbidden' : 'public';
};

export const isAddressAllowed = (address: string, allowPrivate: boolean): boolean => {
  const addressClass = classifyAddress(address);
  return addressClass === 'public' || (addressClass === 'private' && allowPrivate);
};

/** The host of a URL as an IP address; null when it is a name. */
export const literalAddress = (url: URL): string | null => {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return ipaddr.isValid(host) ? host : null;
};

// names that no public server has: a single word, as containers call each other, and the reserved local ones
const LOCAL_NAME = /^[^.]+$|\.(local|localhost|internal|lan|home\.arpa)$/i;

/** Whether an endpoint is on the site's own machine or network, as far as its text tells. */
export const isLocalEndpoint = (endpoint: string): boolean => {
  if (!URL.canParse(endpoint)) return false;
  const url = new URL(endpoint);
  const address = literalAddress(url);
  return address === null ? LOCAL_NAME.test(url.hostname) : classifyAddress(address) !== 'public';
};

/** What is wrong with an endpoint as somebody typed it; null when nothing is. */
export const findEndpointFault = (endpoint: string): string | null => {
  if (!URL.canParse(endpoint)) return 'must be a URL, such as https://api.example.com/v1.';
  const url = new URL(endpoint);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'must start with https:// or http://.';
  if (url.username || url.password) return 'must not contain a user name or a password.';
  // also an empty one: what is appended to the endpoint would become a part of it
  if (/[?#]/.test(endpoint)) return 'must not contain a query or a fragment.';
  return null;
};

/** Why nothing is sent to the address in an endpoint; null when it may be. Names are judged when they resolve. */
export const findAddressFault = (endpoint: string, allowPrivate: boolean): string | null => {
  const address = literalAddress(new URL(endpoint));
  if (address === null || isAddressAllowed(address, allowPrivate)) return null;
  return classifyAddress(address) === 'private'
    ? 'is on a private network. Add the kind of this provider to network.allow_private_endpoints to permit it.'
    : 'is an address that nothing is ever sent to, such as that of a cloud’s credentials.';
};
