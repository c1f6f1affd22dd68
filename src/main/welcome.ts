import { demoKeys } from '../app/demo-keys.ts';
import type { RunningService } from '../app/embedded-service.ts';
import type { App } from '../app.ts';

/** Printed once the graph answers. */
export const graphWelcome = (app: App): string =>
  [
    '',
    ...(app.explorer ? [`The explorer answers on     ${shown(app.graphUrl)}/`] : []),
    `The graph answers on        ${shown(app.graphUrl)}/graphql`,
    app.serviceAnswers
      ? `The data service answers on ${shown(app.serviceUrl)}`
      : `The data service is expected on ${shown(app.serviceUrl)}, but does not answer yet`,
    ...(app.demoKeys
      ? ['', ...keys(), '', 'A query to begin with, also in the browser at that address:', '', app.firstQuery.trimEnd()]
      : []),
    '',
  ].join('\n');

/** Printed once the data service answers, without a graph. */
export const serviceWelcome = (service: RunningService): string =>
  ['', `The data service answers on ${shown(service.url)}`, ...(service.demoKeys ? ['', ...keys()] : []), ''].join(
    '\n',
  );

const keys = (): readonly string[] => [
  'Demo keys, for the header x-api-key:',
  ...demoKeys.map(({ key, meaning }) => `  ${key.padEnd(18)} ${meaning}`),
];

/** A URL with a loopback or wildcard address replaced by `localhost`, as users type it. */
export const shown = (url: string): string => url.replace(/\/\/(127\.0\.0\.1|0\.0\.0\.0|\[::1?\])(?=:)/, '//localhost');
