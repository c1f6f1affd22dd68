import {
  CLIENT_CAPABILITIES_META_KEY,
  createRequestStateCodec,
  type ElicitRequestFormParams,
  inputRequired,
  inputResponse,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { credits } from './credits.ts';
import type { Caller } from './graph.ts';
import type { NeedsApproval } from './tool.ts';

/** What a client keeps while it asks a person. */
interface Kept {
  readonly approval: string;
}

const answerKey = 'confirm';

/** A yes or a no, which the protocol has already. */
const requestedSchema: ElicitRequestFormParams['requestedSchema'] = { type: 'object', properties: {} };

/** Whether the client says that it shows forms to a person, and can be asked to: not over HTTP before revision 2026-07-28. */
export const canElicit = (server: Server, { mcpReq: { envelope } }: ServerContext): boolean => {
  const capabilities = memberOf(envelope, CLIENT_CAPABILITIES_META_KEY) ?? server.getClientCapabilities();
  const elicitation = memberOf(capabilities, 'elicitation');
  // Without a member, it is forms.
  const hasForms = memberOf(elicitation, 'form') !== undefined || memberOf(elicitation, 'url') === undefined;
  return elicitation !== undefined && hasForms;
};

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

/** Has clients ask a person, and takes their answers. What a client keeps meanwhile is sealed for its session. */
export class Confirmation {
  readonly #caller: Caller;
  readonly #codec: ReturnType<typeof createRequestStateCodec<Kept>>;

  constructor(caller: Caller) {
    this.#caller = caller;
    this.#codec = createRequestStateCodec<Kept>({ key: caller.stateKey });
  }

  /** Reads what a client has kept; rejects where it is not as it was. */
  readonly verify = (state: string, context: ServerContext): Promise<Kept> => this.#codec.verify(state, context);

  /** Takes the answer that a call brings; false where it brings none. */
  async take({ mcpReq }: ServerContext): Promise<boolean> {
    const kept = mcpReq.requestState<Kept>();
    if (kept === undefined) return false;
    const view = inputResponse(mcpReq.inputResponses, answerKey);
    if (view.kind === 'elicit' && view.action !== 'cancel')
      await this.#caller.decide(kept.approval, view.action === 'accept');
    return true;
  }

  async ask({ approval, price: { max, left } }: NeedsApproval) {
    const rest = left === undefined ? '' : `, ${left} left`;
    return inputRequired({
      inputRequests: {
        [answerKey]: inputRequired.elicit({
          message: `Load records for up to ${credits(max)}${rest}?`,
          requestedSchema,
        }),
      },
      requestState: await this.#codec.mint({ approval }),
    });
  }
}
