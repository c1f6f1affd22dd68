import { hasLegalForm, isJoint } from '../reading/names.ts';
import { industryLike, industryNames } from '../reading/synonyms.ts';
import { isRole } from '../reading/vocabulary.ts';
import { anyCompanyFormOf } from './forms.ts';
import type { LookUps } from './look-ups.ts';
import { type Meaning, oneCompany } from './meaning.ts';
import { type Token, tokensOf, type Window, ways, windowsIn } from './mentioned.ts';
import { once } from './moves.ts';
import { negatedIn } from './negation.ts';

/** Words of a question, a note or a letter about a firm, in four languages. */
const asked =
  /(?<!\p{L})(?:siège|sede|sitz|standort|hq|headquarter\p{L}*|fond(?:ée?|ation)|gegründet|fund(?:ó|ada)|founded|where (?:is|are)|who (?:is|are) (?:they|that|those)|what (?:do|does)|was mach\p{L}+|wer (?:ist|sind) (?:das|die)|que fai\p{L}+|qué hace\p{L}*|quiénes son|c['’]est qui|ficha|fiche|profile?|perfil|page|seite|página|invoice|rechnung|facture|factura|deck|firma|fa\.|société|boîte|boite|empresa|company|firm|compta\p{L}*|buchhaltung|contabilidad|accounts payable|attention|z\. ?hd)(?!\p{L})/iu;

/** What may be between words of a firm's name. */
const withinFirm = /^[\s_-]*(?:&|\+|(?:und|et|and|y|e|og|och)\s)?\s*$/iu;

/** Words for people, of whom a firm is only the employer. */
const people =
  /(?<!\p{L})(?:who|whom|wer|wen|wem|qui|quién(?:es)?|people|leute|gens|gente|someone|anyone|jemand|alguien|folks|team|contacts?|kontakte?|contactos?|intro\p{L}*)(?!\p{L})/iu;
const ofFirm = /who (?:is|are) (?:they|that|those)|wer (?:ist|sind) (?:das|die)|c['’]est qui|quiénes son/iu;

/** The firm that a text asks for or is about, maybe misspelt; undefined for a text about people who work there. */
export const firmAskedIn = async (text: string, graph: LookUps): Promise<Meaning | undefined> => {
  if (once.test(text) || (people.test(text) && !ofFirm.test(text))) return undefined;
  const tokens = tokensOf(text).filter(({ words }) => !words.every(isJoint));
  const isAsked = asked.test(text) || hasLegalForm(text) || text.split(/\s*[,(–|]\s*/).some(hasLegalForm);
  const isPart = ({ kind, text: word }: Token): boolean =>
    (kind === 'name' || kind === 'work' || (kind === 'said' && /^\p{Lu}/u.test(word))) && !isRole(word);
  const negated = negatedIn(text);
  for (const [way] of ways.entries())
    for (const window of windowsIn(text, tokens, isPart, withinFirm)) {
      const id = await onlyFirm(window, way, graph);
      if (id === undefined) continue;
      const left = tokens.filter((token) => !window.tokens.includes(token) && isTold(token));
      if (left.some(({ kind }) => kind === 'work') || window.tokens.some(negated)) return undefined;
      return isAsked || (await isAbout(window, way, left, graph)) ? oneCompany(id) : undefined;
    }
  return undefined;
};

/** The only firm of a name; of several, the one that has no further word. */
const onlyFirm = async ({ words }: Window, way: number, graph: LookUps): Promise<string | undefined> => {
  const { total, ids } = await graph.firmsCalled(ways[way]?.(words) ?? []);
  if (total < 2) return ids[0];
  const slug = words.map(([word]) => word).join('-');
  const whole = await graph.companies({ xnetSlugs: { eq: slug } });
  return whole.total === 1 ? whole.ids[0] : undefined;
};

const isTold = ({ kind }: Token): boolean => kind === 'name' || kind === 'work';

/** Whether a firm has the place or industry that the other words say. */
const isAbout = async ({ words }: Window, way: number, left: readonly Token[], graph: LookUps): Promise<boolean> => {
  const names = ways[way]?.(words) ?? [];
  for (const { text } of left) {
    const [there, within] = await Promise.all([
      graph.firmsCalled(names, anyCompanyFormOf({ place: text })),
      graph.firmsCalled(names, anyCompanyFormOf({ industry: industryLike(text) ?? industryNames(text) })),
    ]);
    if (there.total + within.total === 0) return false;
  }
  return true;
};
