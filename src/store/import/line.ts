import type { Company } from '../../contract/record/company.ts';
import type { Profile } from '../../contract/record/profile.ts';

/** Lines of an import file, as validated by `parse-line.ts`. Records are referred to by id, slug or URL. */

interface V2Members {
  /** Members that only v2 shows. */
  readonly legacy?: Readonly<Record<string, unknown>> | null;
}

export interface ProfileLine extends Profile, V2Members {
  readonly profile_info: NonNullable<Profile['profile_info']>;
}

export interface CompanyLine extends Company, V2Members {
  readonly company_info: NonNullable<Company['company_info']>;
}

export interface ConnectionLine {
  readonly connection: { readonly from: string; readonly to: string };
}

/** Lines about a team's data name the team, or belong to the import's. */
interface OfTeam {
  readonly team?: string | null;
}

export interface ListLine {
  readonly list: OfTeam & { readonly name: string; readonly profile: string; readonly status?: string | null };
}

export interface TagLine {
  /** Has either `profile` or `company`. */
  readonly tag: OfTeam & { readonly name: string; readonly profile?: string; readonly company?: string };
}

export interface NoteLine {
  readonly note: OfTeam & {
    readonly id?: string | null;
    readonly profile: string;
    readonly content: string;
    readonly is_private?: boolean | null;
  };
}

/** A valid line, with its kind and its number in the file, from 1. */
export type ImportLine = { readonly number: number } & (
  | { readonly kind: 'profile'; readonly line: ProfileLine }
  | { readonly kind: 'company'; readonly line: CompanyLine }
  | { readonly kind: 'connection'; readonly line: ConnectionLine }
  | { readonly kind: 'list'; readonly line: ListLine }
  | { readonly kind: 'tag'; readonly line: TagLine }
  | { readonly kind: 'note'; readonly line: NoteLine }
);

/** A valid line of one kind. */
export type LineOf<Kind extends ImportLine['kind']> = Extract<ImportLine, { readonly kind: Kind }>;
