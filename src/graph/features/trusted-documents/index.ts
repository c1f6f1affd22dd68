import type { Feature } from '../../feature.ts';

export const trustedDocuments: Feature = {
  name: 'trusted-documents',
  async open({ log }, { trusted }) {
    const { TrustedDocuments } = await import('./trusted-documents.ts');
    const documents = new TrustedDocuments(trusted, (untrusted) => {
      // Deferred until the operation's span has begun: the log line names its trace.
      setImmediate(() => log.warn(untrusted, 'A document that is not trusted was served.'));
    });
    return { documents };
  },
};
