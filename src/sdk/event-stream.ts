/** A server-sent event. */
export interface ServerEvent {
  readonly event: string;
  readonly id: string | undefined;
  readonly data: string;
}

/** Parses a `text/event-stream` body; yields events as they arrive. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent, void> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let rest = '';
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      rest += decoder.decode(value, { stream: true });
      const blocks = rest.split(/\r?\n\r?\n/);
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const event = parseEvent(block);
        if (event) yield event;
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** Undefined for a comment, which only keeps the connection alive. */
const parseEvent = (block: string): ServerEvent | undefined => {
  const members = new Map<string, string>();
  for (const line of block.split(/\r?\n/)) {
    const [, name, value = ''] = /^(\w+): ?(.*)$/.exec(line) ?? [];
    if (name === undefined) continue;
    const before = members.get(name);
    members.set(name, before === undefined ? value : `${before}\n${value}`);
  }
  const event = members.get('event');
  return event === undefined ? undefined : { event, id: members.get('id'), data: members.get('data') ?? '' };
};
