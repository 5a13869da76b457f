/** Names of the permanent files in a data directory. */
export const fileNames = {
  database: 'roomtone.sqlite',
  /** Directory of uploaded pictures; created with the first one. */
  avatars: 'avatars',
  firstKey: 'jwt.key',
  accessTokenKeys: 'access-token-keys.json',
  secondFactorKeys: 'second-factor.key',
  tlsKey: 'tls-key.pem',
  tlsCertificate: 'tls-cert.pem',
  /** Signs requests to the certificate authority. */
  acmeAccountKey: 'acme-account-key.pem',
  /** The authority's certificate for the key in `tlsKey`, with its chain. */
  acmeCertificate: 'acme-cert.pem',
  /** Until when the authority does not want to be asked. */
  acmeWait: 'acme-wait.json',
  sandboxProducts: 'sandbox-products.json',
  /** The addresses that invitations to the running server carry, for commands. */
  addresses: 'addresses.json',
  /** Names the account of the person at this machine. */
  localProfile: 'local-profile',
} as const;
