import ipaddr from 'ipaddr.js';

/** What is counted as one address: whoever has one IPv6 address usually has the 2^64 around it as well. */
export const networkOf = (address: string): string => {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6 ? `${parsed.parts.slice(0, 4).join(':')}::/64` : parsed.toString();
};
