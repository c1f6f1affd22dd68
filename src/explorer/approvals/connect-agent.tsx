import { useEffect, useState } from 'preact/hooks';
import { Section } from '../components/section.tsx';
import { say } from '../sentences.ts';

/** A client that starts a program for each server that it has. */
const program = (origin: string): string =>
  JSON.stringify(
    {
      mcpServers: {
        kith: {
          command: 'kith',
          args: ['mcp', '--label', 'desktop', '--total', '20', '--confirm-above', '1', '--graph', origin],
          env: { KITH_API_KEY: '…' },
        },
      },
    },
    null,
    2,
  );

/** A client that calls servers by their addresses. */
const address = (origin: string): string =>
  JSON.stringify(
    {
      servers: {
        kith: {
          type: 'http',
          url: `${origin}/mcp`,
          // biome-ignore lint/suspicious/noTemplateCurlyInString: the client reads its own environment
          headers: { Authorization: 'Bearer ${env:KITH_TOKEN}' },
        },
      },
    },
    null,
    2,
  );

/** Two configurations to paste, or how the tools are turned on. */
export const ConnectAgent = () => {
  const [isOn, setOn] = useState<boolean>();
  useEffect(() => {
    const request = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
    fetch('/mcp', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify(request),
    }).then(
      ({ status, body }) => {
        setOn(status !== 404);
        // A body that nobody reads keeps its connection.
        void body?.cancel();
      },
      () => setOn(undefined),
    );
  }, []);
  const { origin } = location;
  return (
    <Section title={say.agents.title}>
      <p>{say.agents.desktop}</p>
      <pre class="approval-code">{program(origin)}</pre>
      {isOn === false && <p>{say.agents.off}</p>}
      {isOn && (
        <>
          <p>{say.agents.coding}</p>
          <pre class="approval-code">{address(origin)}</pre>
        </>
      )}
    </Section>
  );
};
