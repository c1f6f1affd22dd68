import type { Feature } from '../../feature.ts';
import { approvals } from '../approvals/index.ts';
import { IssuedTokens } from './issued-tokens.ts';
import { serveMcp } from './mcp-route.ts';

export const mcpHost: Feature = {
  name: 'mcp-host',
  needs: [approvals],
  open(services, { mcp: source, mcpIssuer: issuer, explorer, tracking, secret }) {
    if (!source) return {};
    const issued = issuer && { issuer, tokens: new IssuedTokens(issuer, services) };
    const page = explorer ? tracking?.publicUrl : 'off';
    return { routes: (app, http) => serveMcp(app, { ...http, services, source, secret, explorer: page, issued }) };
  },
};
