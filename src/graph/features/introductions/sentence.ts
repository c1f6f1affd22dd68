import { originMeant } from '../../../contract/origin.ts';
import type { Connection, Source } from '../../../contract/record/relationship.ts';

/** Why a connector can make an introduction, as one sentence: “Worked together at Aurora Labs, 2018–2020.” */
export function sentenceOf({ sources }: Connection): string {
  const reasons = (sources ?? []).flatMap((source) => (source ? [reasonOf(source)] : []));
  const [first, ...rest] = [...new Set(reasons)];
  if (first === undefined) return 'Known to each other.';
  return `${capital(first)}${rest.map((reason) => `; ${reason}`).join('')}.`;
}

function reasonOf(source: Source): string {
  switch (originMeant(source.origin)) {
    case 'work_overlap':
      return `worked together${at(source.shared_company)}${span(source)}`;
    case 'education_overlap': {
      const year = source.graduation_year ? `, class of ${source.graduation_year}` : span(source);
      return `went to the same school${named(source.shared_school)}${year}`;
    }
    case 'shared_investor':
      return source.investor && source.portfolio_company
        ? `${source.investor} has invested in ${source.portfolio_company}`
        : 'linked by an investor';
    case 'xnet_connection':
      return 'connected on the external network';
    case 'email_contact':
      return 'known through e-mail';
    case 'calendar_events':
      return 'met in meetings';
    case 'manual_import': {
      const since = dayIn(source.overlap_start_date);
      return since ? `connected since ${since}` : 'imported by hand';
    }
    default:
      return source.origin ? `known through ${source.origin.replaceAll('_', ' ')}` : 'known to each other';
  }
}

const at = (company: string | null | undefined): string => (company ? ` at ${company}` : '');
const named = (school: string | null | undefined): string => (school ? `, ${school}` : '');

/** “, 2018–2020”, “, since 2018”. Date formats vary, so only a leading year is read. */
function span({ overlap_start_date: from, overlap_end_date: to }: Source): string {
  const [start, end] = [yearOf(from), yearOf(to)];
  if (start && end) return start === end ? `, ${start}` : `, ${start}–${end}`;
  if (start) return `, since ${start}`;
  return end ? `, until ${end}` : '';
}

const monthNames = 'January February March April May June July August September October November December'.split(' ');

/** “12 March 2021”, or “March 2021” if the day is not known. */
function dayIn(date: string | null | undefined): string | undefined {
  const [, year, month, day] = /^(\d{4})-(\d{2})(?:-(\d{2}))?/.exec(date ?? '') ?? [];
  const name = monthNames[Number(month) - 1];
  return name && [...(day ? [Number(day)] : []), name, year].join(' ');
}

const yearOf = (date: string | null | undefined): string | undefined => /^\d{4}/.exec(date ?? '')?.[0];

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
