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
import { cleaned } from './untrusted.ts';

/** State that the client keeps while it asks a person. */
interface Kept {
  readonly approval: string;
}

const answerKey = 'confirm';

/** No fields: accepting or declining the form is the answer. */
const requestedSchema: ElicitRequestFormParams['requestedSchema'] = { type: 'object', properties: {} };

/** Whether the client can show forms to a person. Over HTTP, only from revision 2026-07-28 on. */
export const canElicit = (server: Server, { mcpReq: { envelope } }: ServerContext): boolean => {
  const capabilities = memberOf(envelope, CLIENT_CAPABILITIES_META_KEY) ?? server.getClientCapabilities();
  const elicitation = memberOf(capabilities, 'elicitation');
  // An empty capability means forms.
  const hasForms = memberOf(elicitation, 'form') !== undefined || memberOf(elicitation, 'url') === undefined;
  return elicitation !== undefined && hasForms;
};

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

/** Makes clients ask a person, and processes the answers. The state that a client keeps is sealed for its session. */
export class Confirmation {
  readonly #caller: Caller;
  readonly #codec: ReturnType<typeof createRequestStateCodec<Kept>>;

  constructor(caller: Caller) {
    this.#caller = caller;
    this.#codec = createRequestStateCodec<Kept>({ key: caller.stateKey });
  }

  /** Opens the state that a client has kept; rejects if it was changed. */
  readonly verify = (state: string, context: ServerContext): Promise<Kept> => this.#codec.verify(state, context);

  /** Processes the answer in a call; resolves with false if it has none. */
  async take({ mcpReq }: ServerContext): Promise<boolean> {
    const kept = mcpReq.requestState<Kept>();
    if (kept === undefined) return false;
    const view = inputResponse(mcpReq.inputResponses, answerKey);
    if (view.kind === 'elicit' && view.action !== 'cancel')
      await this.#caller.decide?.(kept.approval, view.action === 'accept');
    return true;
  }

  /** Asks whether the agent may do what it is about to do: its name, the tool and whom it is for are in the question. */
  async ask({ approval, purpose, price: { max, left } }: NeedsApproval) {
    const agent = cleaned(this.#caller.label ?? 'An agent');
    const rest = left === undefined ? '' : `, ${left} left`;
    return inputRequired({
      inputRequests: {
        [answerKey]: inputRequired.elicit({
          message: `${agent} wants to ${cleaned(purpose)}, for up to ${credits(max)}${rest}. Allow it?`,
          requestedSchema,
        }),
      },
      requestState: await this.#codec.mint({ approval }),
    });
  }
}
